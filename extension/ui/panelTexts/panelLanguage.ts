/** BCP 47, for screen readers, plural forms and numbers. */
export type PanelLanguage = 'en' | 'zh-CN';

/**
 * The panel's language: English where there is no translation. Apart from the texts, which are read with the first panel.
 * @param display VS Code's display language: `zh-cn`, `en`, `de`
 */
export function panelLanguage(display: string): PanelLanguage {
  const language = display.toLowerCase();
  return language === 'zh-cn' || language === 'zh' || language.startsWith('zh-hans') ? 'zh-CN' : 'en';
}
