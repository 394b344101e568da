import { extend, litelib, Runtime, type G2Spec } from '@antv/g2'
import { Line, Point, RangeY, Text } from '@antv/g2/esm/mark/index'
import { ClassicDark } from '@antv/g2/esm/theme/index'
import { FONT, type Tokens } from '../theme/tokens.ts'
import type { Picture } from './picture.ts'

/** Registers only the marks that lines need: the whole library is twice as large. */
const Chart = extend(Runtime, {
  ...litelib(),
  'mark.line': Line,
  'mark.point': Point,
  'mark.text': Text,
  'mark.rangeY': RangeY,
  'theme.classicDark': ClassicDark,
})

export interface Colours {
  tokens: Tokens
  palette: string[]
  dark: boolean
}

const TONES: Record<string, keyof Tokens> = {
  success: 'success',
  processing: 'processing',
  warning: 'warning',
  error: 'error',
}
/** a shape for each line, so that lines can be told apart without colours */
const SHAPES = ['point', 'square', 'triangle', 'diamond', 'plus', 'hexagon', 'cross', 'bowtie']
const LABEL_SIZE = 12

/** Draws into the container; returns a function that removes the chart. */
export function drawLine(container: HTMLElement, picture: Picture, colours: Colours): () => void {
  const chart = new Chart({ container, autoFit: true })
  chart.options(specOf(picture, colours))
  void chart.render()
  return () => chart.destroy()
}

function specOf(picture: Picture, { tokens, palette, dark }: Colours): G2Spec {
  const { xs, lines, unit } = picture
  const points = lines.flatMap(({ name, values }) =>
    values.map((y, i) => ({ x: xs[i], y: y ?? Number.NaN, line: name })),
  )
  const names = lines.map(({ name }) => name)
  const value = { channel: 'y', name: '', valueFormatter: (y: number) => `${y}${unit}` }
  return {
    type: 'view',
    theme: { type: dark ? 'classicDark' : 'classic', view: { viewFill: 'transparent' } },
    animate: false,
    margin: 0,
    marginTop: names.length > 1 ? 8 : 0,
    inset: 0,
    paddingTop: names.length > 1 ? 36 : 10,
    paddingRight: picture.bands.length > 0 ? 72 : 16,
    paddingBottom: 26,
    paddingLeft: 36,
    scale: {
      x: { type: 'point', domain: xs, padding: 0.2 },
      y: { domain: picture.range, nice: false },
      color: { domain: names, range: palette },
      shape: { domain: names, range: SHAPES },
    },
    axis: axesOf(picture, tokens),
    legend: {
      color:
        names.length > 1
          ? {
              position: 'top',
              itemLabelFill: tokens.textWeak,
              itemLabelFillOpacity: 1,
              itemLabelFontSize: LABEL_SIZE,
              itemLabelFontFamily: FONT,
              navPageNumFill: tokens.textWeak,
            }
          : false,
    },
    interaction: { tooltip: { shared: true, css: tooltipLook(tokens) } },
    children: [
      ...bandMarks(picture, tokens),
      {
        type: 'line',
        data: points,
        encode: { x: 'x', y: 'y', color: 'line' },
        style: { lineWidth: 2 },
        tooltip: {
          items: [{ ...value, field: 'y' }].map(item => (names.length > 1 ? { ...item, name: undefined } : item)),
        },
      },
      {
        type: 'point',
        data: points.filter(({ y }) => !Number.isNaN(y)),
        encode: { x: 'x', y: 'y', color: 'line', shape: 'line', size: 3.5 },
        style: { fill: tokens.surface, lineWidth: 2 },
        tooltip: false,
      },
    ],
  } as G2Spec
}

/** Axes: a line along x, a light grid line for each tick of y. */
function axesOf({ ticks }: Picture, tokens: Tokens): object {
  const text = {
    labelFill: tokens.textWeak,
    labelOpacity: 1,
    labelFillOpacity: 1,
    tick: false,
    labelFontSize: LABEL_SIZE,
    labelFontFamily: FONT,
    title: false as const,
  }
  return {
    x: {
      ...text,
      line: true,
      lineLineWidth: 1,
      lineStroke: tokens.line,
      lineStrokeOpacity: 1,
      labelAutoHide: true,
      labelAutoRotate: false,
    },
    y: {
      ...text,
      tickFilter: () => true,
      labelFormatter: String,
      grid: true,
      gridStroke: tokens.lineSoft,
      gridStrokeOpacity: 1,
      gridLineDash: [0, 0],
      ...(ticks ? { tickMethod: () => ticks as number[] } : {}),
    },
  }
}

/** A light background for each band, with its name, because colours alone are not accessible. */
function bandMarks({ bands, xs }: Picture, tokens: Tokens): object[] {
  const colourOf = (tone: string): string => tokens[TONES[tone] ?? 'textFaint']
  return bands.flatMap(({ label, tone, from, to }) => [
    {
      type: 'rangeY',
      data: [{ y: [from, to] }],
      encode: { y: 'y' },
      style: { fill: colourOf(tone), fillOpacity: 0.06 },
      tooltip: false,
    },
    {
      type: 'text',
      data: [{ x: xs.at(-1), y: (from + to) / 2, label }],
      encode: { x: 'x', y: 'y', text: 'label' },
      style: {
        fill: tokens.textWeak,
        fontSize: LABEL_SIZE,
        fontFamily: FONT,
        textAlign: 'start',
        dx: 24,
        fillOpacity: 1,
      },
      tooltip: false,
    },
  ])
}

const tooltipLook = (tokens: Tokens): object => ({
  '.g2-tooltip': {
    background: tokens.raised,
    color: tokens.text,
    'box-shadow': '0 2px 8px rgb(0 0 0 / 16%)',
    border: `1px solid ${tokens.line}`,
    'font-family': FONT,
  },
  '.g2-tooltip-title': { color: tokens.textWeak },
  '.g2-tooltip-list-item-name-label': { color: tokens.text },
  '.g2-tooltip-list-item-value': { color: tokens.text },
})
