const HOST = 'evil.example'
/** What a browser drops, or takes for a slash, before and between the slashes of an address. */
const DROPPED = ['', '\t', '\n', '\r', '\t\r\n']
const SLASHES = ['/', '\\']

/** Addresses that lead from a console to another host, in all ways that a browser understands. */
export const leadingAway = (origin: string): string[] =>
  ['', ' ', '\u0000', '\u001f', 'https:', 'HTTPS:', 'http:', 'ht\ttp:', `${origin}@`, '//user@'].flatMap(before =>
    DROPPED.flatMap(dropped =>
      SLASHES.flatMap(first => SLASHES.map(second => `${before}${first}${dropped}${second}${HOST}/a?b#c`)),
    ),
  )

export const NO_PAGES = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:x',
  'mailto:a@b',
  'https://',
]
