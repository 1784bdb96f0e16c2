import type { Page } from '@playwright/test';

/** Doubles the text, as a person's setting of the browser does. */
export function enlargeText(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

/** Lists the page's unreadable texts: cut off at the end of a box, or beside the screen. */
export function unreadableTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const said = text.textContent?.trim();
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (!said || box.width < 1) continue;
      const trouble = troubleWith(text.parentElement, box);
      if (trouble !== undefined) found.push(`${trouble}: ${said}`);
    }
    return [...new Set(found)];

    function troubleWith(start: Element | null, box: DOMRect): string | undefined {
      for (let element = start; element && element !== document.body; element = element.parentElement) {
        const style = getComputedStyle(element);
        const around = element.getBoundingClientRect();
        // Said to screen readers only, scrolled by hand, or shortened on purpose with a sign that it is.
        if (around.width <= 1 || style.overflowX === 'auto' || style.overflowX === 'scroll') return undefined;
        if (style.textOverflow === 'ellipsis') return undefined;
        const [x, y] = [style.overflowX, style.overflowY].map((overflow) => /hidden|clip/.test(overflow));
        if (x && (box.left < around.left - 1 || box.right > around.right + 1)) return 'cut';
        if (y && (box.top < around.top - 3 || box.bottom > around.bottom + 3)) return 'cut';
      }
      return box.left < -1 || box.right > clientWidth + 1 ? 'beside the screen' : undefined;
    }
  });
}
