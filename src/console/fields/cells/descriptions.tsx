import { Suspense } from 'react'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { addressTarget } from '../../data/address.ts'
import { EMPTY, RecordLink } from './cells.tsx'
import type { Draw, DrawContext } from '../values/definition.ts'
import { FileLink } from './FileLink.tsx'
import { filesOf, isPicture } from '../values/files.ts'
import { Pictures } from './Pictures.tsx'
import { blank, maskText, plain } from '../values/text.ts'

/** Details show a text in full, on several lines. */
export const longDescription =
  () =>
  (field: FieldFacts, { link }: DrawContext): Draw =>
  (value, row) => {
    if (blank(value)) return EMPTY
    const text = maskText(field, plain(value))
    const url = link?.(row)
    return url === undefined ? <span className="long">{text}</span> : <RecordLink url={url} text={text} />
  }

export const urlDescription = () => (): Draw => value => {
  if (blank(value)) return EMPTY
  const text = plain(value)
  if (!/^https?:\/\//.test(text)) return text
  return (
    <a href={text} target="_blank" rel="noreferrer noopener" className="long">
      {text}
    </a>
  )
}

/**
 * Our own pictures are displayed; those of other sites are only linked, because displaying them would send requests
 * there.
 */
export const shownFiles = (
  field: Pick<FieldFacts, 'kind' | 'label'>,
  { fileBase }: Pick<DrawContext, 'fileBase'>,
  value: unknown,
) => {
  const files = filesOf(value)
  const isImage = field.kind === 'image'
  const pictures = files.filter(file => addressTarget(file, fileBase).kind === 'own' && (isImage || isPicture(file)))
  const listed = isImage ? files.filter(file => !pictures.includes(file)) : files
  const drawn = pictures.length > 0 && (
    <Pictures label={t(field.label)} urls={pictures.map(file => addressTarget(file, fileBase).url)} />
  )
  const links = listed.length > 0 && (
    <span className="files">
      {listed.map(file => (
        <FileLink key={file} file={file} fileBase={fileBase} />
      ))}
    </span>
  )
  return drawn && links ? (
    <span className="shown-files">
      {drawn}
      {links}
    </span>
  ) : (
    drawn || links
  )
}

export const fileDescription =
  () =>
  (field: FieldFacts, context: DrawContext): Draw =>
  value =>
    blank(value) ? EMPTY : shownFiles(field, context, value)

export const withUnit =
  (make: (field: FieldFacts, context: DrawContext) => Draw) =>
  (field: FieldFacts, context: DrawContext): Draw => {
    const draw = make(field, context)
    const unit = field.unit
    if (!unit) return draw
    return (value, row) =>
      blank(value) ? (
        EMPTY
      ) : (
        <span>
          {draw(value, row)} {t(unit)}
        </span>
      )
  }

const RuleWords = lazyPart(async () => ({ default: (await import('./RuleWords.tsx')).RuleWords }))

export const ruleDescription =
  () =>
  (field: FieldFacts): Draw =>
  (value, row) =>
    blank(value) ? (
      EMPTY
    ) : (
      <Suspense fallback={null}>
        <RuleWords field={field} text={plain(value)} over={row[field.rule?.kind ?? '']} />
      </Suspense>
    )

export const jsonDescription = () => (): Draw => value => {
  if (blank(value)) return EMPTY
  const list = parsed(value)
  if (!Array.isArray(list)) return <pre className="json">{JSON.stringify(list, null, 2)}</pre>
  return (
    <span className="long">
      {list.map(item => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join('；')}
    </span>
  )
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}
