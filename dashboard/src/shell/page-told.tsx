import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Long enough for a page to set its title. */
const settleMs = 400;

/** Going to another page loads nothing that a screen reader would notice: its name is read aloud. */
export function PageTold({ path }: { path: string }) {
  const [told, setTold] = useState('');
  const first = useRef(path);
  useEffect(() => {
    // The first page is announced by the browser itself.
    if (path === first.current) return;
    first.current = '';
    const timer = setTimeout(() => setTold(document.title), settleMs);
    return () => clearTimeout(timer);
  }, [path]);
  return <VisuallyHidden aria-live="polite">{told}</VisuallyHidden>;
}
