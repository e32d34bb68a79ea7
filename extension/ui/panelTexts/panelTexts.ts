import { type PanelLanguage, panelLanguage } from './panelLanguage.ts';
import { zhCn } from './zhCn.ts';

/** The panel's texts in VS Code's display language, and which language that is. */
export interface PanelTexts {
  readonly language: PanelLanguage;
  /** Absent: they are English. */
  readonly strings?: Readonly<Record<string, string>>;
}

/** @param display VS Code's display language */
export function panelTexts(display: string): PanelTexts {
  const language = panelLanguage(display);
  return language === 'zh-CN' ? { language, strings: zhCn } : { language };
}
