import { dark, light, type OwnColours, type Tokens } from './palette.ts'

/** Colours of a customer as its app.yaml gives them: six hex digits each. */
export interface ColoursDoc {
  primary?: string
  header?: string
}

/** Letters are read on their ground from this contrast on (WCAG AA). */
export const READABLE = 4.5

const channels = (colour: string): number[] => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

/** The first colour with this part of the second. */
export function mixed(first: string, second: string, part: number): string {
  const other = channels(second)
  const both = channels(first).map((channel, i) => Math.round(channel * (1 - part) + (other[i] ?? 0) * part))
  return `#${both.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const STEP = 0.02
/** The colour, mixed with as much of the other as it takes. */
function until(isRight: (colour: string) => boolean, colour: string, other: string): string {
  for (let part = 0; part < 1; part += STEP) {
    const found = mixed(colour, other, part)
    if (isRight(found)) return found
  }
  return other
}

const isReadable = (colour: string, grounds: readonly string[]): boolean =>
  grounds.every(ground => contrast(colour, ground) >= READABLE)

const BLACK = '#000000'
const WHITE = '#ffffff'

const softOf = (primary: string): string => mixed(WHITE, primary, 0.08)
/** The grounds on which links and chosen entries stand in the light theme. */
const lightGrounds = (primary: string): string[] => [light.surface, light.canvas, light.hover, softOf(primary)]

/** What its letters stand on, or the letters on it, where these have too little contrast. */
export const lowContrast = (name: keyof ColoursDoc, colour: string): number | undefined => {
  const grounds = name === 'header' ? [light.headerText] : lightGrounds(colour)
  const least = Math.min(...grounds.map(ground => contrast(colour, ground)))
  return least < READABLE ? least : undefined
}

/** The nearest darker shade of it with enough contrast. */
export const readableShade = (name: keyof ColoursDoc, colour: string): string =>
  until(shade => lowContrast(name, shade) === undefined, colour, BLACK)

function primaryTokens(primary: string): Record<'light' | 'dark', Partial<Tokens>> {
  const grounds = lightGrounds(primary)
  const lighter = mixed(primary, WHITE, 0.08)
  const soft = mixed(dark.surface, primary, 0.2)
  const night = until(shade => isReadable(shade, [dark.surface, dark.raised, dark.hover, soft]), primary, WHITE)
  const fill = until(shade => isReadable(shade, [dark.onPrimary]), night, BLACK)
  const hover = isReadable(lighter, grounds) ? lighter : mixed(primary, BLACK, 0.12)
  return {
    light: {
      primary,
      primaryHover: hover,
      primarySoft: softOf(primary),
      primaryFill: primary,
      primaryFillHover: hover,
      processing: primary,
    },
    dark: {
      primary: night,
      primaryHover: mixed(night, WHITE, 0.2),
      primarySoft: soft,
      primaryFill: fill,
      primaryFillHover: mixed(fill, BLACK, 0.08),
      processing: night,
    },
  }
}

/** The tokens of both themes that follow from a customer's colours; those of the dark one are worked out from them. */
export function ownColours({ primary, header }: ColoursDoc): OwnColours {
  const own = primary === undefined ? undefined : primaryTokens(primary)
  return {
    light: { ...own?.light, ...(header === undefined ? {} : { header }) },
    dark: { ...own?.dark, ...(header === undefined ? {} : { header: mixed(dark.header, header, 0.25) }) },
  }
}
