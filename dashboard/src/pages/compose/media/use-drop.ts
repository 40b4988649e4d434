import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';

/** Files that are dropped on or pasted into what these props are spread on. Text is left to whoever wants it. */
export function useDrop(onFiles: (files: File[]) => void, disabled: boolean) {
  const [dropping, setDropping] = useState(false);
  // Moving over a child leaves the parent: only the outermost leave counts.
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files');
  const end = () => {
    depth.current = 0;
    setDropping(false);
  };
  return {
    dropping,
    props: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setDropping(true);
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDragLeave(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        end();
        onFiles([...event.dataTransfer.files]);
      },
      onPaste(event: ClipboardEvent) {
        const files = [...event.clipboardData.files];
        // A copied table brings a picture of itself along: where there is text, the text is meant.
        if (disabled || files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
        event.preventDefault();
        onFiles(files);
      },
    },
  };
}
