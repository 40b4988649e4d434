import { type RefObject, useLayoutEffect, useState } from 'react';

/** Drawn beyond the window on either side, so that a quick scroll finds rows there. */
const beyond = 8;

export interface RowsInView {
  readonly first: number;
  /** The first that is not drawn any more. */
  readonly end: number;
}

/**
 * Which rows of a long list are near the window. All rows have one height, so nothing is measured; looked at once for
 * each picture the browser draws, however many scroll events it sends.
 */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  count: number,
  heightRem: number,
): RowsInView {
  const [view, setView] = useState<RowsInView>({ first: 0, end: Math.min(count, 2 * beyond) });
  useLayoutEffect(() => {
    let asked = 0;
    // Asked for here, where the page is laid out anyway, and not while it is drawn.
    const height = heightRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const look = () => {
      asked = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.min(Math.floor(-top / height), count - 1) - beyond);
      const end = Math.max(first, Math.min(count, Math.ceil((window.innerHeight - top) / height) + beyond));
      setView((old) => (old.first === first && old.end === end ? old : { first, end }));
    };
    const ask = () => {
      if (asked === 0) asked = requestAnimationFrame(look);
    };
    look();
    // What stands above the list may grow and push it down without a scroll.
    const layout = new ResizeObserver(ask);
    layout.observe(document.body);
    window.addEventListener('scroll', ask, { passive: true });
    window.addEventListener('resize', ask);
    return () => {
      cancelAnimationFrame(asked);
      layout.disconnect();
      window.removeEventListener('scroll', ask);
      window.removeEventListener('resize', ask);
    };
  }, [list, count, heightRem]);
  return view;
}
