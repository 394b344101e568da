import { getString } from '../../../src/core/source/node.ts'
import { isExpression } from '../../../src/core/model/field/written.ts'
import { fieldsOf } from './odds.ts'
import type { Fault } from '../fault.ts'
import { changeAt } from '../fault.ts'
import type { Spot } from '../spots.ts'
import type { Tree } from '../tree.ts'
import { misspelt } from '../typos.ts'

type Change = (found: RegExpExecArray) => string | undefined

/** Each place of an expression that a pattern finds, as somebody writes it wrongly. */
function changed(sort: string, pattern: RegExp, change: Change): (spot: Spot) => Fault[] {
  return ({ file, path, value }) => {
    const [from, to] = value!
    const text = file.text.slice(from, to)
    return [...text.matchAll(pattern)].flatMap(found => {
      const by = change(found)
      if (by === undefined) return []
      const start = from + found.index
      const what = `${file.path} ${path.join('.')}: ${found[0]} → ${by}`
      return [changeAt(`expression: ${sort}`, { file }, [[start, start + found[0].length], by], what)]
    })
  }
}

const quoteOf = (text: string): string => (text.startsWith("''") ? "''" : text[0]!)
const bare = (text: string): string => text.replaceAll(/^['"]+|['"]+$/g, '')

const WAYS = [
  changed('member', /\b(row|values|form|item)\.(\w+)/g, ([, of, name]) => `${of}.${misspelt(name!)}`),
  changed('member of user or option', /\b(user|option|at)\.(\w+)/g, ([, of, name]) => `${of}.${misspelt(name!)}`),
  changed('variable', /\b(row|values|form|user|option|item|today)\b/g, ([name]) => misspelt(name!)),
  changed(
    'code',
    /(?<=[=!]= ?)('{1,2}|")([\w-]+)\1/g,
    ([all, , code]) => `${quoteOf(all)}${misspelt(code!)}${quoteOf(all)}`,
  ),
  changed(
    'code in a list',
    /(?<=in \[[^\]]*)('{1,2}|")([\w-]+)\1/g,
    ([all]) => quoteOf(all) + misspelt(bare(all)) + quoteOf(all),
  ),
  changed('half a comparison', / (==|!=) [^&|)]+$/g, ([, sign]) => ` ${sign}`),
  changed('one sign for equal', / == /g, () => ' = '),
  changed('word for a sign', / && /g, () => ' and '),
  changed(
    'contradiction',
    /(row|values)\.(\w+) == ('{1,2}\w+'{1,2})(?! \?)/g,
    ([all, of, name, code]) => `${all} && ${of}.${name} != ${code}`,
  ),
  changed('bracket', /\(/g, () => '(('),
  changed('text compared with a number', /(?<=[=!]= )('{1,2}|")(\d+)\1/g, ([, , number]) => number),
]

export const wrongExpressions = (tree: Tree): Fault[] => {
  const ways = [...WAYS, flagged(tree)]
  return tree.sheets.flatMap(({ spots }) =>
    spots
      .filter(({ word, given, value }) => word.schema['x-expression'] && isExpression(given) && value)
      .flatMap(spot => ways.flatMap(way => way(spot))),
  )
}

/** A flag is 0 or 1; what is counted may be 2. */
function flagged(tree: Tree): (spot: Spot) => Fault[] {
  const entities = tree.of('entity').map(({ name }) => fieldsOf(tree, name))
  const kinds = new Map<string, Set<string | undefined>>()
  for (const [name, field] of entities.flat()) {
    const known = kinds.get(name) ?? new Set()
    kinds.set(name, known.add(getString(field, 'kind')))
  }
  const isFlag = (name: string): boolean => [...(kinds.get(name) ?? [])].join() === 'flag'
  return changed('flag', /(?<=\.(\w+) [=!]= ?)[01](?![\d.])/g, ([, name]) => (isFlag(name!) ? '2' : undefined))
}

/** An expression without its mark is a text. */
export const unmarked = ({ sheets }: Tree): Fault[] =>
  sheets.flatMap(({ spots }) =>
    spots
      .filter(({ word, given, value }) => word.schema['x-expression'] && isExpression(given) && value)
      .flatMap(spot => changed('without its mark', /=/g, () => '')(spot).slice(0, 1)),
  )
