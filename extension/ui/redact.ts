/** Takes out of a log line what must not be kept: credentials, whoever wrote them there. */
export function redact(text: string): string {
  return text
    .replace(/\b(authorization\s*[:=]\s*)(bearer|basic|digest)?\s*[^\s,;"']+/gi, '$1<redacted>')
    .replace(/\b(bearer\s+)[\w.~+/=-]{8,}/gi, '$1<redacted>')
    .replace(/\b((?:access|id|refresh|api|client)?[-_]?(?:token|secret|password|passwd|key-data)\b["']?\s*[:=]\s*["']?)[^\s,;"'}]+/gi, '$1<redacted>')
    .replace(/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '<redacted>')
    .replace(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, '<redacted>')
    .replace(/(\bhttps?:\/\/)[^\s/@]+@/gi, '$1<redacted>@');
}
