import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import ts from 'typescript'

/** A parsed source file; lines of code are neither blank nor only comment. */
export interface Source {
  path: string
  lines: string[]
  codeLines: string[]
  commentLines: number
  functionLines: number[]
  anys: number
  imports: string[]
}

export const codeBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ts|tsx|mjs)$/.test(name))
    .map(name => join(folder, name).split(sep).join('/'))
    .sort()

function commentLinesOf(text: string, tree: ts.SourceFile): Set<number> {
  const found = new Set<number>()
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, tree.languageVariant, text)
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token !== ts.SyntaxKind.SingleLineCommentTrivia && token !== ts.SyntaxKind.MultiLineCommentTrivia) continue
    const [from, to] = [scanner.getTokenStart(), scanner.getTokenEnd()].map(
      at => tree.getLineAndCharacterOfPosition(at).line,
    ) as [number, number]
    const isAlone = text.split('\n')[from]?.trimStart().startsWith('/')
    if (isAlone) for (let line = from; line <= to; line++) found.add(line)
  }
  return found
}

const isNamed = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node)
  || ts.isMethodDeclaration(node)
  || ts.isConstructorDeclaration(node)
  || ((ts.isArrowFunction(node) || ts.isFunctionExpression(node))
    && (ts.isVariableDeclaration(node.parent)
      || ts.isPropertyAssignment(node.parent)
      || ts.isPropertyDeclaration(node.parent)))

export function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Source = {
    path,
    lines: text.replace(/\n$/, '').split('\n'),
    codeLines: [],
    commentLines: 0,
    functionLines: [],
    anys: 0,
    imports: [],
  }
  const lineOf = (at: number): number => tree.getLineAndCharacterOfPosition(at).line
  const visit = (node: ts.Node): void => {
    if (isNamed(node)) found.functionLines.push(lineOf(node.end) - lineOf(node.getStart()) + 1)
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.anys++
    const named = (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier
    if (named && ts.isStringLiteral(named) && named.text.startsWith('.'))
      found.imports.push(
        normalize(join(dirname(path), named.text))
          .split(sep)
          .join('/'),
      )
    ts.forEachChild(node, visit)
  }
  visit(tree)
  const comments = commentLinesOf(text, tree)
  found.codeLines = found.lines.filter((line, at) => line.trim() !== '' && !comments.has(at))
  found.commentLines = comments.size
  return found
}
