const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The built index.html is shared by all products; this inserts the title of the configuration. */
export const withTitle = (html: string, title: string): string =>
  html.replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${title.replace(/[&<>]/g, sign => ESCAPES[sign] ?? sign)}</title>`,
  )
