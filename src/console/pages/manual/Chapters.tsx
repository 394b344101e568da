import { Fragment, memo } from 'react'
import type { Manual, ManualSection } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { useGo } from '../../navigation/navigation.ts'
import { foundIn, piecesOf } from './manual.ts'

/** The text itself. It is drawn from data alone, so nothing that an author writes can be anything but text. */
export const Chapters = memo(function Chapters({ manual, query }: { manual: Manual; query: string }) {
  return manual.chapters.map(chapter => (
    <Fragment key={chapter.name}>
      <h2>{chapter.title}</h2>
      {chapter.sections.map(section => (
        <Section key={section.name} id={`${chapter.name}-${section.name}`} section={section} query={query} />
      ))}
    </Fragment>
  ))
})

function Section({ id, section, query }: { id: string; section: ManualSection; query: string }) {
  const { title, page, text, steps, notes } = section
  return (
    <section id={id}>
      <h3>
        <Found text={title} query={query} />
        {page !== undefined && <PageLink page={page} />}
      </h3>
      {text !== undefined && (
        <p>
          <Said text={text} query={query} />
        </p>
      )}
      {steps && (
        <ol>
          {steps.map(step => (
            <li key={step}>
              <Said text={step} query={query} />
            </li>
          ))}
        </ol>
      )}
      {notes && (
        <ul>
          {notes.map(note => (
            <li key={note}>
              <Said text={note} query={query} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PageLink({ page }: { page: string }) {
  const go = useGo()
  return (
    <a
      href={`/${page}`}
      onClick={event => {
        event.preventDefault()
        go.to(`/${page}`)
      }}
    >
      {t('打开页面')}
    </a>
  )
}

function Said({ text, query }: { text: string; query: string }) {
  return piecesOf(text, query).map(({ isWord, parts }, i) =>
    isWord ? (
      <b key={i}>
        <Parts parts={parts} />
      </b>
    ) : (
      <Parts key={i} parts={parts} />
    ),
  )
}

const Found = ({ text, query }: { text: string; query: string }) => <Parts parts={foundIn(text, query)} />

const Parts = ({ parts }: { parts: ReturnType<typeof foundIn> }) =>
  parts.map(({ text, found }, i) => (found ? <mark key={i}>{text}</mark> : text))
