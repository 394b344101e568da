import { SPACE, TYPE } from '../theme/scale.ts'
import { FIXED } from '../theme/tokens.ts'

/** What of an element's look makes its picture; everything else is left out, because a table has thousands of cells. */
const LOOK = `
  color background-color font-family font-size font-weight line-height font-variant-numeric fill
  fill-opacity stroke stroke-width stroke-dasharray stroke-linejoin opacity paint-order vector-effect
  text-anchor text-align text-decoration-line white-space display flex-direction flex-grow flex-shrink
  flex-basis flex-wrap align-items gap position left top bottom width height min-width max-width margin
  padding border-top border-right border-bottom border-left border-radius border-collapse
  border-spacing box-sizing overflow text-overflow vertical-align list-style clip-path
`
  .trim()
  .split(/\s+/)
const SVG = 'http://www.w3.org/2000/svg'

/** What is scrolled on the screen is shown whole: a picture in a report has no scroll bar. */
const unrolled = (element: Element, look: CSSStyleDeclaration): string =>
  isScrolled(look)
    ? `overflow:visible;max-height:none;width:${element.scrollWidth}px;height:${element.scrollHeight}px`
    : ''
const isScrolled = (look: CSSStyleDeclaration): boolean => /auto|scroll/.test(look.getPropertyValue('overflow'))

/** Size of an element with everything that is scrolled inside it, in pixels. */
function wholeSize(element: Element): { width: number; height: number } {
  const { width, height } = element.getBoundingClientRect()
  const scrolled = [...element.querySelectorAll('*')].filter(one => isScrolled(getComputedStyle(one)))
  const beyond = (far: (one: Element) => number): number => Math.max(0, ...scrolled.map(far))
  return {
    width: width + beyond(one => one.scrollWidth - one.clientWidth),
    height: height + beyond(one => one.scrollHeight - one.clientHeight),
  }
}

/** A copy that looks the same where no style sheet is. */
function copyOf(element: Element): Element {
  const copy = element.cloneNode(true) as Element
  const [from, to] = [
    [element, ...element.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ]
  for (const [i, one] of from.entries()) {
    const look = getComputedStyle(one)
    const text = LOOK.map(name => `${name}:${look.getPropertyValue(name)}`).join(';')
    to[i]?.setAttribute('style', `${text};${unrolled(one, look)}`)
  }
  return copy
}

/** A picture as one SVG that needs nothing beside it. Size in pixels. */
export function drawingOf(element: Element, width: number, height: number): string {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  const inside = document.createElementNS(SVG, 'foreignObject')
  inside.setAttribute('width', '100%')
  inside.setAttribute('height', '100%')
  const copy = copyOf(element)
  // what is unrolled below it is no longer cut off
  copy.setAttribute('style', `${copy.getAttribute('style')};overflow:visible`)
  inside.append(copy)
  svg.append(inside)
  return new XMLSerializer().serializeToString(svg)
}

const SHARP = 2

/** What stands above a picture that leaves its page: what it is, whose, of when. */
export interface Caption {
  title: string
  facts: readonly string[]
}
const LINE = TYPE['lh-14']
const EDGE = SPACE['sp-2']
const GAP = '　'

/** The facts in as few lines as hold them. Widths in pixels. */
export function captionLines(facts: readonly string[], width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const fact of facts) {
    const longer = [...lines.slice(-1), fact].join(GAP)
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(fact)
  }
  return lines
}

/**
 * A picture as PNG, twice as sharp as on the screen, on the colour it stands on. Rejects where the browser cannot draw
 * it.
 */
export async function pngOf(element: HTMLElement, { title, facts }: Caption): Promise<Blob> {
  const { width, height } = wholeSize(element)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(element, width, height))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const { fontFamily, color } = getComputedStyle(element)
  const small = `${TYPE['fs-12']}px ${fontFamily}`
  context.font = small
  const lines = captionLines(facts, width, text => context.measureText(text).width)
  const above = LINE * (1 + lines.length) + EDGE
  const [wide, high] = [width + 2 * EDGE, above + height + EDGE]
  canvas.width = Math.round(wide * SHARP)
  canvas.height = Math.round(high * SHARP)
  context.scale(SHARP, SHARP)
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--surface') || FIXED.paper
  context.fillRect(0, 0, wide, high)
  context.fillStyle = color
  for (const [i, text] of [title, ...lines].entries()) {
    context.font = i === 0 ? `600 ${TYPE['fs-14']}px ${fontFamily}` : small
    context.fillText(text, EDGE, LINE * (i + 1))
  }
  context.drawImage(image, EDGE, above, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png')
  })
}
