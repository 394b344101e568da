import { Fragment, type ReactNode } from 'react'
import { labelKey, SHUT, type Row } from '../../../core/contract/api.ts'
import type { DictionaryEntries, FieldFacts } from '../../../core/contract/configuration.ts'
import { addressTarget } from '../../data/address.ts'
import { joinNames, t } from '../../i18n/t.ts'
import type { Draw, DrawContext } from '../values/definition.ts'
import { fileName, filesOf } from '../values/files.ts'
import { blank, keysOf, maskText, plain } from '../values/text.ts'

/**
 * Cells are plain elements: antd components in every cell would cost more than the rest of the list. Constant content
 * is one shared element, so that React skips it.
 */
export const EMPTY: ReactNode = <span className="none">–</span>

export const textCell =
  (toText: (value: unknown) => string, className?: string) =>
  (field: FieldFacts, { link }: DrawContext): Draw =>
  (value, row) => {
    if (blank(value)) return EMPTY
    const text = maskText(field, toText(value))
    const url = link?.(row)
    return url === undefined ? (
      <span className={className} title={text}>
        {text}
      </span>
    ) : (
      <RecordLink url={url} text={text} />
    )
  }

/** A plain click shows the record beside the page, see shell/peek. */
export const RecordLink = ({ url, text }: { url: string; text: string }): ReactNode => (
  <a href={url} data-peek="" title={text}>
    {text}
  </a>
)

/** a code in fixed-width digits, with a copy button */
export const codeCell =
  () =>
  (_: FieldFacts, { link }: DrawContext): Draw =>
  (value, row) => {
    if (blank(value)) return EMPTY
    const text = plain(value)
    const url = link?.(row)
    return (
      <span className="code" title={text}>
        {url === undefined ? text : <RecordLink url={url} text={text} />}
        {copyButton(text)}
      </span>
    )
  }

export const urlCell = () => (): Draw => value => {
  if (blank(value)) return EMPTY
  const text = plain(value)
  if (!/^https?:\/\//.test(text)) return <span title={text}>{text}</span>
  return (
    <span className="code address" title={text}>
      <a href={text} target="_blank" rel="noreferrer noopener">
        {text.replace(/^https?:\/\//, '')}
      </a>
      {copyButton(text)}
    </span>
  )
}

/** Visible on hover, and when its row or itself has the focus. */
const copyButton = (text: string): ReactNode => (
  <button type="button" className="copy" data-copy={text} aria-label={t('复制')} />
)

export const flagCell = () => (): Draw => {
  const yes = <span>{t('是')}</span>
  const no = <span className="weak">{t('否')}</span>
  return value => (blank(value) ? EMPTY : value === 1 || value === '1' || value === true ? yes : no)
}

export const dictCell =
  () =>
  (field: FieldFacts, context: DrawContext): Draw => {
    const entries = context.dictionaries[field.dict ?? ''] ?? []
    const known = new Map(entries.map(entry => [entry[0], wordOf(entry)]))
    const several = new Map<string, ReactNode>()
    return value => {
      if (blank(value)) return EMPTY
      const text = plain(value)
      const one = known.get(text)
      if (one) return one
      let drawn = several.get(text)
      if (drawn === undefined)
        several.set(text, (drawn = <span title={labels(entries, text)}>{labels(entries, text)}</span>))
      return drawn
    }
  }

function wordOf([, label, tone]: DictionaryEntries[number]): ReactNode {
  const word = t(label)
  return tone ? (
    <span className={`tone ${tone}`}>
      <i />
      {word}
    </span>
  ) : (
    <span title={word}>{word}</span>
  )
}

export function labels(entries: DictionaryEntries, value: unknown): string {
  return joinNames(keysOf(value).map(key => t(entries.find(entry => entry[0] === key)?.[1] ?? key)))
}

/** areas and references: the server sends the name beside the key */
export const namedCell =
  () =>
  (field: FieldFacts, { link }: DrawContext): Draw => {
    const nameKey = labelKey(field.name)
    return (value, row) => {
      const name = plain(row[nameKey]) || (isGone(field, row) ? '' : plain(value))
      if (!name) return blank(value) ? EMPTY : <span className="weak">{t('（查不到）')}</span>
      const keys = link ? keysOf(value) : []
      if (keys.length > 1) return severalLinks(name, keys, link, row)
      const url = link?.(row)
      return url === undefined ? <span title={name}>{name}</span> : <RecordLink url={url} text={name} />
    }
  }

/** The server has no name for it: its record is gone. */
function isGone(field: FieldFacts, row: Row): boolean {
  const shut = row[SHUT]
  return Array.isArray(shut) && shut.includes(field.name)
}

const JOINED = '、'
/** Each of several records by its own name; as one text where names and keys do not match. */
function severalLinks(text: string, keys: string[], link: DrawContext['link'], row: Row): ReactNode {
  const names = text.split(JOINED)
  const urls = keys.map(key => link?.(row, key))
  if (names.length !== keys.length || urls.includes(undefined)) return <span title={text}>{text}</span>
  return (
    <span title={text}>
      {names.map((name, i) => (
        <Fragment key={keys[i]}>
          {i > 0 && JOINED}
          <RecordLink url={urls[i] ?? ''} text={name} />
        </Fragment>
      ))}
    </span>
  )
}

export const fileCell =
  () =>
  (_: FieldFacts, { fileBase }: DrawContext): Draw =>
  value => {
    if (blank(value)) return EMPTY
    const [first = '', ...others] = filesOf(value)
    const { kind, url } = addressTarget(first, fileBase)
    const text = others.length ? t('{n} 个', { n: others.length + 1 }) : t('查看')
    // text instead of a link, because the address is not safe to open
    if (kind === 'nowhere') return <span title={first}>{others.length ? text : first}</span>
    return (
      <a href={url} target="_blank" rel="noreferrer noopener" title={kind === 'own' ? fileName(first) : url}>
        {text}
      </a>
    )
  }

export const jsonCell = () => (): Draw => value => {
  if (blank(value)) return EMPTY
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return <span title={text}>{Array.isArray(value) ? t('{n} 项', { n: value.length }) : text}</span>
}
