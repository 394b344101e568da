const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The built page is every product's: its title is the one that the configuration says, until the console sets it. */
export const withTitle = (html: string, title: string): string =>
  html.replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${title.replace(/[&<>]/g, sign => ESCAPES[sign] ?? sign)}</title>`,
  )
