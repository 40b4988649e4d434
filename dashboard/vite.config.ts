import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite` alone serves the pages beside a running Postbote; `vite build` makes what `npm start` serves. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The CSP allows no inline anything but styles, so assets stay files.
    assetsInlineLimit: 0,
    // Sums, not opinions: the test on the first load's size counts the files themselves.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // What four or more pages share comes in one file: a browser takes longer for sixty small ones, and they pack worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 4 }] } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/mcp', '/health', '/sandbox', '/connect', '/media'].map((path) => [
        path,
        { target: 'http://127.0.0.1:8377', changeOrigin: false },
      ]),
    ),
  },
});
