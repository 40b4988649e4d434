/**
 * Released 2026-07-29. A version ends two years after its successor appears (v25.0: 2028-07-29); v26.0 has no
 * successor and no end date yet. An ended version is not refused but silently served as a newer one.
 */
export const GRAPH_VERSION = 'v26.0';
