import { zhCn } from './zhCn.ts';

/** The panel's texts in VS Code's display language, and which language that is: English where there is no translation. */
export interface PanelTexts {
  /** BCP 47, for screen readers, plural forms and numbers. */
  readonly language: string;
  /** Absent: they are English. */
  readonly strings?: Readonly<Record<string, string>>;
}

/** @param display VS Code's display language: `zh-cn`, `en`, `de` */
export function panelTexts(display: string): PanelTexts {
  const language = display.toLowerCase();
  return language === 'zh-cn' || language === 'zh' || language.startsWith('zh-hans') ? { language: 'zh-CN', strings: zhCn } : { language: 'en' };
}
