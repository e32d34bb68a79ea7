/** Rules that cannot apply in one thread, in JavaScript or in this product, each with its reason. */
export const exceptions: Readonly<Record<string, string>> = {};
