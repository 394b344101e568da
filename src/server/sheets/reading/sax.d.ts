/** The part of sax that is used here; the package brings no types. */
declare module 'sax' {
  interface Tag {
    name: string
    attributes: Record<string, string>
  }
  interface Parser {
    onopentag: (tag: Tag) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    oncdata: (text: string) => void
    onerror: (error: Error) => void
    write(text: string): Parser
    close(): Parser
  }
  export function parser(isStrict: boolean): Parser
  const sax: { parser: typeof parser }
  export default sax
}
