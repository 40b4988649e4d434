import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Letterbox yellow for the mark, a calm ink blue for what can be pressed: yellow on white cannot be read. */
const ink: MantineColorsTuple = [
  '#eef3fb',
  '#dbe4f2',
  '#b4c7e6',
  '#8aa8da',
  '#688ed0',
  '#527dca',
  '#3f6cbd',
  '#345ba4',
  '#2b4f93',
  '#1f4382',
];

export const brandYellow = '#f2b705';

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  colors: { ink },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: '650' },
  respectReducedMotion: true,
  autoContrast: true,
  focusRing: 'auto',
});
