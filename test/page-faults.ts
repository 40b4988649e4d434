import axeCore from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  /** In a page that it was read into. */
  var axe: typeof axeCore;
}

export interface Look {
  readonly width: number;
  readonly dark: boolean;
}

/** Puts the page into this light and width without loading it again. */
export async function lookAt(page: Page, { width, dark }: Look): Promise<void> {
  const colorScheme = dark ? 'dark' : 'light';
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  if (page.url() === 'about:blank') return;
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  // Colours fade over and the frame folds its navigation away: nobody looks in between.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
}

/** What axe finds, on the whole page or within what the selector names. It is read into a page once. */
export async function axeFaults(page: Page, what: string, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  const { violations } = await page.evaluate(
    (selector) => globalThis.axe.run(selector ?? document, { resultTypes: ['violations'] }),
    within,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${what} ${id}: ${html}\n${failureSummary}`),
  );
}

/** What sticks out to the right, if one would have to scroll there. */
export async function wideFaults(page: Page, what: string): Promise<string[]> {
  const fits = () => document.documentElement.scrollWidth <= innerWidth;
  // What follows the width by script takes a moment.
  if (
    await page.waitForFunction(fits, null, { timeout: 3000 }).then(
      () => true,
      () => false,
    )
  )
    return [];
  return page.evaluate((name) => {
    const out = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 0.5,
    );
    const [first] = out.filter((one) => !out.some((other) => one !== other && one.contains(other)));
    return [`${name} is wider than ${innerWidth}: ${first?.outerHTML.slice(0, 300)}`];
  }, what);
}
