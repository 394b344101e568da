import { SEQUENCE } from './chartColours.ts'
import { cells } from './tokens.ts'

/** What a wall display is seen by: a hall that is dark around it, or daylight. */
export type WallLight = 'night' | 'day'

interface WallColours {
  /** darkest and lightest of the ground, between which it runs */
  edge: string
  middle: string
  ground: string
  panel: string
  panelLine: string
  line: string
  text: string
  textWeak: string
  /** for better, for attention, and for what is late */
  success: string
  warning: string
  error: string
  bar: string
  barDeep: string
  other: string
  /** around the map, so that it stands out from its ground */
  halo: string
  steps: readonly string[]
}

/** Fewer and stronger than those of a page: they are read from five metres. */
export const WALL: Record<WallLight, WallColours> = {
  night: {
    edge: '#081427',
    middle: '#12305a',
    ground: '#0b1d38',
    panel: 'rgb(12 33 64 / 65%)',
    panelLine: '#2d5c93',
    line: 'rgb(45 92 147 / 40%)',
    text: '#e8f0fb',
    textWeak: '#9fb4d1',
    success: '#5fd0e6',
    warning: '#ffb84d',
    error: '#ff7a6b',
    bar: '#5fb0f0',
    barDeep: '#2a6bb0',
    other: '#6f88ab',
    halo: 'rgb(47 111 181 / 50%)',
    steps: ['#173a66', '#1f4f87', '#2a6bb0', '#3f8ed8', '#7cc0f5'],
  },
  day: {
    edge: '#dfe8f4',
    middle: '#ffffff',
    ground: '#eef3fa',
    panel: 'rgb(255 255 255 / 75%)',
    panelLine: '#8fb2de',
    line: 'rgb(22 63 143 / 14%)',
    text: '#0f2038',
    textWeak: '#44546b',
    success: '#0a5f73',
    warning: '#8a4b00',
    error: '#b02222',
    bar: '#3a72cc',
    barDeep: '#123f8f',
    other: '#74839a',
    halo: 'rgb(58 114 204 / 35%)',
    steps: SEQUENCE.light,
  },
}

/** CSS variables of the display: they hold inside it and not for what floats over it. */
export function wallVariables(light: WallLight): Record<`--${string}`, string> {
  const wall = WALL[light]
  const steps = Object.entries(cells('step', wall.steps)).map(([name, value]) => [`--${name}`, value])
  return {
    '--canvas': wall.edge,
    '--surface': wall.ground,
    '--wall-ground': `radial-gradient(57% 70% at 50% 56%, ${wall.middle} 0, ${wall.ground} 55%, ${wall.edge} 100%)`,
    '--wall-rule': `linear-gradient(90deg, transparent, ${wall.success} 50%, transparent)`,
    '--wall-panel': wall.panel,
    '--wall-edge': wall.panelLine,
    '--wall-bar': `linear-gradient(90deg, ${wall.barDeep}, ${wall.bar})`,
    '--wall-halo': wall.halo,
    '--line': wall.line,
    '--line-soft': wall.line,
    '--text': wall.text,
    '--text-weak': wall.textWeak,
    '--text-faint': wall.textWeak,
    '--primary': wall.text,
    '--success': wall.success,
    '--processing': wall.textWeak,
    '--warning': wall.warning,
    '--error': wall.error,
    '--chart-1': wall.bar,
    '--chart-other': wall.other,
    ...Object.fromEntries(steps),
  }
}
