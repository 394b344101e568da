import ts from 'typescript'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'

/**
 * The server refuses in Chinese; an English console finds the English by the Chinese text, with what stands in the
 * braces put in. So every text of a refusal has an entry in the locale files.
 */
const CHINESE = /\p{Script=Han}/u
const REFUSING = new Set(['Refusal', 'badRequest', 'forbidden', 'notFound', 'unauthorised', 'refuseProblems'])
/** Files whose words are reasons for a refusal, put together before it is thrown. */
const REASONS = /^src\/server\/(records\/(rules|write|read)\/|imports\/|http\/request\/|machines\/|answer\/machine\.ts)/
/** Words of files and of answers that are no refusals. */
const OTHER = new Set(['src/server/imports/notes.ts', 'src/server/imports/template.ts'])

const sources = ['src/server', 'src/supervision/server'].flatMap(folder =>
  readdirSync(folder, { recursive: true })
    .map(name => join(folder, String(name)))
    .filter(path => path.endsWith('.ts') && !OTHER.has(path))
    .map(path => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)),
)

/** A text with {} where a value is put in; undefined for what is no text. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
  return undefined
}

/** Every text in a node, also in what is put into another, and in constants of the file. */
function textsIn(node: ts.Node, constants: ReadonlyMap<string, ts.Node>): string[] {
  const own = textOf(node)
  const named = ts.isIdentifier(node) ? constants.get(node.text) : undefined
  const within: string[] = []
  ts.forEachChild(node, child => void within.push(...textsIn(child, constants)))
  return [...(own === undefined ? [] : [own]), ...(named ? textsIn(named, new Map()) : []), ...within]
}

function constantsOf(source: ts.SourceFile): Map<string, ts.Node> {
  return new Map(
    source.statements
      .filter(statement => ts.isVariableStatement(statement))
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ name, initializer }) => (ts.isIdentifier(name) && initializer ? [[name.text, initializer]] : [])),
  )
}

function refusedIn(source: ts.SourceFile): string[] {
  const constants = constantsOf(source)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && REFUSING.has(node.expression.getText(source)))
      found.push(...(node.arguments ?? []).flatMap(argument => textsIn(argument, constants)))
    ts.forEachChild(node, look)
  }
  if (REASONS.test(source.fileName)) found.push(...textsIn(source, new Map()))
  else look(source)
  return found
}

const english = new Set(
  ['base/locales', 'schemas/locales'].flatMap(folder =>
    readdirSync(folder)
      .filter(name => /^en(\.|$)/.test(name))
      .flatMap(name =>
        Object.keys((parse(readFileSync(join(folder, name), 'utf8')) as { texts: Record<string, string> }).texts),
      )
      .map(text => text.replaceAll(/\{\w+\}/g, '{}')),
  ),
)

describe('what the server refuses', () => {
  it('has English for each of its texts', () => {
    const said = sources.flatMap(refusedIn).filter(text => CHINESE.test(text))
    expect(new Set(said).size).toBeGreaterThan(300)
    expect([...new Set(said.filter(text => !english.has(text)))]).toEqual([])
  })
})
