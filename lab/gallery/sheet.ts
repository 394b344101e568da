import type { State } from './states.ts'

const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/** A page with all pictures, each beside the one of before where there is one. */
export function sheetOf(states: readonly State[], before: ReadonlySet<string>): string {
  const figures = states.map(({ name, page, width, height }) => {
    const picture = (folder: string): string =>
      `<a href="${folder}${name}.png"><img src="${folder}${name}.png" loading="lazy"></a>`
    const both = before.has(`${name}.png`) ? picture('before/') + picture('') : picture('')
    return `<figure id="${name}"><figcaption>${escaped(`${name} · ${page} · ${width} × ${height}`)}</figcaption><div>${both}</div></figure>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style>${figures.join('\n')}`
}
const STYLE =
  'body{font:14px sans-serif;margin:24px}figure{margin:0 0 32px}div{display:flex;gap:8px}a{flex:1}'
  + 'img{width:100%;border:1px solid}figcaption{margin-bottom:4px}'
