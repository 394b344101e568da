import { isScalar, LineCounter, parseDocument, stringify } from 'yaml'
import { describe, expect, it } from 'vitest'
import { checkProject } from '../../../src/core/index.ts'
import { FIRST_VERSION, LANGUAGE_VERSION, migrate, successorOf, versionOf } from '../../../src/core/migrate/migrate.ts'
import { mapsAt, pairOf } from '../../../src/core/migrate/step/places.ts'
import { GONE, RENAMES } from '../../../src/core/migrate/version-2/words.ts'
import { distinctScopes, scopeLabel } from '../../../src/core/overlay/scopes.ts'
import { placeOf } from '../../../src/core/overlay/layer.ts'
import { kindOf, type DocumentKind } from '../../../src/core/source/document.ts'
import { toValue } from '../../../src/core/source/node.ts'
import { resolverOf, sources, type Files } from '../files.ts'
import { NEW } from './new-words.ts'
import { OLD } from './old-words.ts'

const kindAt = (path: string) => kindOf(placeOf(path)!.name)!

/** A folder as it stands after its migration, and what was reported. */
function migrated(files: Files, from = FIRST_VERSION): { files: Files; changed: Files; problems: string[] } {
  const problems: string[] = []
  const found = migrate(sources(files), from, ({ code, origin }) => void problems.push(`${code} ${origin.file}`))
  const changed = Object.fromEntries(found.map(({ path, text }) => [path, text]))
  return { files: { ...files, ...changed }, changed, problems }
}

const AFTER = migrated(OLD)

/** Every word that is renamed or gone, at each of its places. */
const WORDS = [
  ...RENAMES.map(({ kinds, at, from, to }) => ({ kind: kinds[0]!, at, word: from, to })),
  ...GONE.map(({ kinds, at, key, instead }) => ({ kind: kinds[0]!, at, word: key, instead })),
]

/** Where a key stands in files of a kind, as `file:line:col`. */
function keysAt(files: Files, kind: DocumentKind, at: string, word: string): string[] {
  return Object.entries(files).flatMap(([path, text]) => {
    if (kindAt(path) !== kind) return []
    const lineCounter = new LineCounter()
    const document = parseDocument(text, { lineCounter })
    return mapsAt(document.contents, at).flatMap(map => {
      const key = pairOf(map, word)?.key
      if (!isScalar(key) || !key.range) return []
      const { line, col } = lineCounter.linePos(key.range[0])
      return `${path}:${line}:${col}`
    })
  })
}

describe('migrate', () => {
  it('writes every file in the new words, with its comments and in its order', () => {
    const { changed, problems } = AFTER
    expect(problems).toEqual([])
    expect(changed).toEqual(NEW)
  })

  it.each(WORDS)('leaves no $word of a $kind at “$at”', ({ kind, at, word }) => {
    // a button's form was its `ask`
    const oldPlace = at.replace('actions.*.form', 'actions.*.ask')
    expect(keysAt(OLD, kind, oldPlace, word).length, 'the folder of old words has it').toBeGreaterThan(0)
    expect(keysAt(AFTER.files, kind, at, word)).toEqual([])
  })

  it.each(RENAMES)('calls $from of $kinds at “$at” $to', ({ kinds: [kind], at, from, to }) => {
    const count = (files: Files, place: string, word: string) => keysAt(files, kind!, place, word).length
    const oldPlace = at.replace('actions.*.form', 'actions.*.ask')
    // a name that a file used already beside the old word is there once
    const known = Math.max(count(OLD, oldPlace, from), count(OLD, oldPlace, to))
    expect(count(AFTER.files, at, to)).toBeGreaterThanOrEqual(known)
  })

  it('changes nothing that is written in the new words', () => {
    const { files } = AFTER
    expect(migrated(files, LANGUAGE_VERSION).changed).toEqual({})
    expect(migrated(files, versionOf(files['schemas/app.yaml'])).changed).toEqual({})
    expect(migrate(sources(OLD), LANGUAGE_VERSION, () => undefined)).toEqual([])
  })

  it('loses no comment but that of a line that goes', () => {
    const comments = (files: Files) => Object.values(files).flatMap(text => text.match(/# .*/g) ?? [])
    expect(comments(AFTER.files)).toEqual(comments(OLD).filter(text => text !== '# by hand'))
  })

  it('is the same before and after the layers are laid over each other', () => {
    const project = resolverOf(OLD)
    const after = resolverOf(AFTER.files).resolver
    for (const scope of distinctScopes(project.project))
      for (const name of project.project.documents.keys()) {
        const old = project.resolver.resolve(name, scope)
        if (!old || name === 'customer' || name === 'area') continue
        const path = `schemas/${name}.yaml`
        const alone = resolverOf(migrated({ [path]: stringify(toValue(old.node)) }).files).resolver
        expect(toValue(alone.resolve(name, {})!.node), `${name} for ${scopeLabel(scope)}`).toEqual(
          toValue(after.resolve(name, scope)!.node),
        )
      }
  })

  it('reports a file that is no YAML, and one that is no map it leaves', () => {
    const { changed, problems } = migrated({
      'schemas/menu.yaml': 'menu: [\n',
      'schemas/pages/a.yaml': '- load: x\n',
      'schemas/pages/b.yaml': 'load: x\n',
      'schemas/notes.yaml': 'load: x\n',
      'elsewhere/pages/c.yaml': 'load: x\n',
    })
    expect([...new Set(problems)]).toEqual(['yaml-syntax schemas/menu.yaml'])
    expect(changed).toEqual({ 'schemas/pages/b.yaml': 'source: x\n' })
  })

  it('says the version in schemas/app.yaml alone, below the title, at the top, or where it stood', () => {
    const app = (text: string) => migrated({ 'schemas/app.yaml': text }).changed['schemas/app.yaml']
    expect(app('title: x\nlanguage: zh\n')).toBe('title: x\nversion: 2\nlanguage: zh\n')
    expect(app('language: zh\n')).toBe('version: 2\nlanguage: zh\n')
    expect(app('title: x\nlanguage: zh\nversion: 1 # so far\n')).toContain('language: zh\nversion: 2')
    expect(migrated({ 'base/app.yaml': 'title: x\n', 'customers/1/app.yaml': 'title: x\n' }).changed).toEqual({})
  })
})

describe('the version of a folder', () => {
  it('is what its app.yaml says, the first where it says none', () => {
    expect([versionOf('version: 2\n'), versionOf('title: x\n'), versionOf(undefined), versionOf('- a\n')]).toEqual([
      2, 1, 1, 1,
    ])
    expect(["version: '2'\n", 'version:\n', 'version: [2]\n'].map(versionOf)).toEqual([NaN, NaN, NaN])
  })
})

describe('validate of old words', () => {
  const gone = (files: Files) =>
    new Map(
      checkProject(sources(files))
        .diagnostics.filter(({ code }) => code === 'schema/gone-key')
        .map(({ origin: { file, line, col }, message, messageEn, suggestion }) => [
          `${file}:${line}:${col}`,
          { message, messageEn, suggestion },
        ]),
    )
  const said = gone(OLD)
  // what stands below `ask` is read only where that is called form already
  const FORMS = Object.fromEntries(Object.entries(OLD).map(([path, text]) => [path, text.replaceAll('ask:', 'form:')]))
  const saidOfForms = gone(FORMS)

  it.each(WORDS)('names the successor of $word of a $kind at “$at”', ({ kind, at, word, ...successor }) => {
    const isBelowAsk = at.startsWith('actions.*.form')
    const places = keysAt(isBelowAsk ? FORMS : OLD, kind, at, word)
    expect(places).not.toEqual([])
    for (const place of places) {
      const problem = (isBelowAsk ? saidOfForms : said).get(place)
      expect(problem, place).toBeDefined()
      if ('to' in successor) expect(problem?.suggestion, place).toBe(successor.to)
      const [zh, en] = 'to' in successor ? [successor.to, successor.to] : successor.instead
      expect(problem?.message).toContain(zh)
      expect(problem?.messageEn).toContain(en)
    }
  })

  it('names none in a folder of new words', () => expect([...gone(AFTER.files).keys()]).toEqual([]))

  it('names none of a word at another place', () => {
    expect(successorOf('page', ['actions', 'add'], 'to')).toEqual({ to: 'page' })
    expect(successorOf('workflow', ['transitions', 'lend'], 'to')).toBeUndefined()
    expect(successorOf('page', ['actions'], 'to')).toBeUndefined()
    expect(successorOf('menu', ['actions', 'add'], 'to')).toBeUndefined()
  })
})
