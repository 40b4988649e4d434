import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

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
  primaryShade: { light: 7, dark: 6 },
  colors: { ink },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: '650' },
  respectReducedMotion: true,
  autoContrast: true,
  focusRing: 'auto',
  components: {
    // A dialog's head is no second head of the page, and a menu holds nothing but its items.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

/** Grounds of buttons that carry white words. */
const underWhite = {
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#a82020',
  '--mantine-color-orange-filled': '#c2410c',
  '--mantine-color-orange-filled-hover': '#9a3412',
};

/** Mantine's quiet colours are too faint to read for some: these reach a contrast of 4.5 on their grounds (WCAG AA). */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...underWhite,
    '--mantine-color-dimmed': '#5a636d',
    '--mantine-color-placeholder': '#6b747d',
    '--mantine-color-error': '#c21d1d',
    '--mantine-color-yellow-light-color': '#6f4400',
    '--mantine-color-orange-light-color': '#8a3500',
    '--mantine-color-green-light-color': '#1a5c2b',
    '--mantine-color-red-light-color': '#a11616',
    '--mantine-color-red-outline': '#c21d1d',
    '--mantine-color-gray-light-color': '#495057',
  },
  dark: {
    ...underWhite,
    '--mantine-color-dimmed': '#a6abb2',
    '--mantine-color-anchor': '#9db7e4',
    '--mantine-color-placeholder': '#9aa0a8',
    '--mantine-color-yellow-light-color': '#ffe08a',
    '--mantine-color-orange-light-color': '#ffc078',
    '--mantine-color-green-light-color': '#a3e6b0',
    '--mantine-color-red-light-color': '#ffb3b3',
    '--mantine-color-gray-light-color': '#d0d4d9',
  },
});
