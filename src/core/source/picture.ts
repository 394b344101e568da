/** Pictures of a configuration lie beside its YAML and are read with it: as text, or the bytes of a PNG in base64. */
const PICTURE = /\.(svg|png)$/

export const isPicture = (path: string): boolean => PICTURE.test(path)
export const extensionOf = (path: string): string => PICTURE.exec(path)?.[1] ?? ''
export const encodingOf = (path: string): 'utf8' | 'base64' => (path.endsWith('.png') ? 'base64' : 'utf8')

/** Its bytes in the file. */
export const sizeOf = (path: string, text: string): number =>
  encodingOf(path) === 'base64'
    ? Math.floor((text.replace(/=+$/, '').length * 3) / 4)
    : new TextEncoder().encode(text).length

/** How the base64 of every PNG begins. */
const PNG = 'iVBORw0KGgo'
const ROOT = /^\uFEFF?(?:\s*<\?xml[^>]*\?>)?(?:\s|<!--[^]*?-->)*<svg[\s>]/

/** Whether the content is what the name says. */
export const isAsNamed = (path: string, text: string): boolean =>
  encodingOf(path) === 'base64' ? text.startsWith(PNG) : ROOT.test(text)

/** What a drawing needs nothing of, and what runs or fetches where it is opened by itself. */
const UNSAFE: readonly RegExp[] = [
  /<(?:script|foreignObject|iframe|object|embed|use\s[^>]*href\s*=\s*["']?(?!#)[^"'\s>])/i,
  /\son\w+\s*=/i,
  /<!(?:DOCTYPE|ENTITY)/i,
  /(?:href|src)\s*=\s*["']?\s*(?!["'#\s]|data:image\/(?:png|jpeg);)[^"'\s>]/i,
  /@import|url\(\s*["']?(?!#)/i,
]

/** The first part of an SVG that is no drawing: scripts, handlers, entities, links to elsewhere. */
export function unsafePart(text: string): string | undefined {
  const found = UNSAFE.flatMap(pattern => pattern.exec(text) ?? []).map(part => part.trim())
  return found[0]
}
