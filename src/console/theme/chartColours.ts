import type { ThemeName } from '../../core/model/palette.ts'

/** Eight colours that people with any of the three colour-blindnesses tell apart; tests/console/theme measures it. */
export const CATEGORIES: Record<ThemeName, readonly string[]> = {
  light: ['#1659c7', '#d9730d', '#4b9e90', '#a3327a', '#6b6400', '#b07ae6', '#372a72', '#6b2413'],
  dark: ['#6ea3f5', '#c54e12', '#76f5f5', '#ef96a4', '#a2b71b', '#9758c1', '#ffe65d', '#4b8475'],
}
/** What is left over when there are more than eight. */
export const OTHER: Record<ThemeName, string> = { light: '#838d9c', dark: '#8a94a3' }

/** One hue from few to many, for heat tables and maps. */
export const SEQUENCE: Record<ThemeName, readonly string[]> = {
  light: ['#dbe8fb', '#aecaf4', '#7eabea', '#3a72cc', '#123f8f'],
  dark: ['#22385c', '#2f5285', '#4373b4', '#6a9ce6', '#a9cbfb'],
}

/** From far below to far above: the middle is none, or the target. */
export const DIVERGENCE: Record<ThemeName, readonly string[]> = {
  light: ['#8f3b00', '#d2742a', '#eab27d', '#eef0f3', '#a5c3ee', '#5b8fdd', '#123f8f'],
  dark: ['#ffb27a', '#cf7a3c', '#7a4a2c', '#2b3340', '#2f5285', '#5b8fdd', '#a9cbfb'],
}
