// Takes every state of the chat view in four themes and two widths, for a review by eye.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { resultsFolder } from '../support/toolchain';
import { textsOf, translated } from '../support/uiLanguage';
import { ChatPages } from '../webview/support/chatPage';
import { highlighted } from '../webview/support/highlighted';
import { states } from '../webview/support/states';

const themes = ['dark', 'light', 'hc-dark', 'hc-light'] as const;
/** The unit is CSS pixels. */
const widths = [260, 300, 420] as const;

/** Returns the folder with the pictures; `language` is undefined for English. */
export async function takeStates(language: string | undefined): Promise<string> {
  const root = join(resultsFolder, language === undefined ? 'states' : `states-${language}`);
  const texts = language === undefined ? {} : textsOf(language);
  const pages = await ChatPages.start();
  try {
    for (const width of widths) {
      for (const theme of themes) {
        const folder = join(root, `${theme}-${width}`);
        mkdirSync(folder, { recursive: true });
        const chat = await pages.open({ theme, width, height: 720, l10n: texts, language });
        for (const [name, state] of Object.entries(states)) {
          await chat.snapshot(translated(state, texts));
          await highlighted(chat);
          await chat.page.screenshot({ path: join(folder, `${name}.png`) });
        }
        await chat.close();
      }
    }
  } finally {
    await pages.stop();
  }
  return root;
}
