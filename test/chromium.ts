import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

export function findChromium(): string | null {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const candidates = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [CHROMIUM_PATH, ...candidates].find((path) => path && isProgram(path)) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** On a fresh Debian as root it is installed; elsewhere a sentence says what is missing. */
export function provideChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    // What apt says belongs to nobody's test report.
    const apt = (...words: string[]) =>
      spawnSync('apt-get', words, {
        stdio: ['ignore', 2, 2],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium');
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.',
  );
}

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: provideChromium(), args: ['--no-sandbox'], timeout: 120_000 });

export interface PageOptions extends BrowserContextOptions {
  /** German unless told. */
  readonly language?: 'de' | 'en';
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** Trouble that the test makes itself, such as a cut line; a question that is expected is answered with yes. */
  readonly expected?: RegExp;
}

export interface OpenPage {
  readonly page: Page;
  /** What no page may do: errors on the console (a broken content policy is one), uncaught ones, dialogs. */
  readonly troubles: string[];
  /** Fails when there was trouble. */
  close(): Promise<void>;
}

/** A page in a context of its own. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<OpenPage> {
  const { language = 'de', dark = false, phone = false, expected, ...rest } = options;
  const context = await browser.newContext({
    locale: { de: 'de-DE', en: 'en-GB' }[language],
    timezoneId: 'Europe/Berlin',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    ...(phone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
    ...rest,
  });
  context.setDefaultTimeout(60_000);
  context.setDefaultNavigationTimeout(60_000);
  const troubles: string[] = [];
  const note = (trouble: string) => {
    if (!expected?.test(trouble)) troubles.push(trouble);
  };
  context.on('console', (message) => {
    const { url } = message.location();
    // Chromium reports every refused call by itself; being refused is part of many journeys.
    const refused = /status of 4\d\d/.test(message.text()) && URL.parse(url)?.pathname.startsWith('/api/');
    if (message.type() === 'error' && !refused) note(`${message.text()} (${url})`);
  });
  context.on('weberror', (error) => troubles.push(String(error.error().stack)));
  context.on('dialog', async (dialog) => {
    const question = `a dialog: ${dialog.type()} ${dialog.message()}`;
    note(question);
    await (expected?.test(question) ? dialog.accept() : dialog.dismiss());
  });
  const page = await context.newPage();
  return {
    page,
    troubles,
    async close() {
      await context.close();
      if (troubles.length > 0) throw new Error(`The page had trouble:\n${troubles.join('\n')}`);
    },
  };
}
