import { t } from '../../i18n/t.ts'
import { blocksOf, isSafe, type Block, type Piece } from '../model/markdown.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import './given.css'

/** Pictures of what the YAML itself says: text, an image, another page. They count nothing. */
const textOf = ({ options }: PictureProps, name: string): string => t(String(options[name] ?? ''))

const Markdown = (props: PictureProps) => (
  <div className="given" style={{ width: props.width, height: props.height }}>
    {blocksOf(textOf(props, 'text')).map((block, i) => (
      <BlockView key={i} block={block} />
    ))}
  </div>
)

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{piecesIn(block.pieces)}</p>
  if (block.kind === 'heading') {
    // the page has the first, and the widget the second level
    const Heading = `h${Math.min(6, block.level + 2)}` as 'h3'
    return <Heading>{piecesIn(block.pieces)}</Heading>
  }
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((pieces, i) => (
        <li key={i}>{piecesIn(pieces)}</li>
      ))}
    </List>
  )
}

const piecesIn = (pieces: readonly Piece[]) =>
  pieces.map((piece, i) => {
    if (piece.kind === 'strong') return <strong key={i}>{piece.text}</strong>
    if (piece.kind === 'code') return <code key={i}>{piece.text}</code>
    if (piece.kind === 'text') return piece.text
    const isOutside = /^https?:/i.test(piece.to ?? '')
    return (
      <a key={i} href={piece.to} {...(isOutside ? { target: '_blank', rel: 'noreferrer' } : {})}>
        {piece.text}
      </a>
    )
  })

const Image = (props: PictureProps) => {
  const src = String(props.options.src ?? '')
  if (!isSafe(src)) return <p className="weak">{t('图片地址不合规')}</p>
  return <img className="given-image" src={src} alt={textOf(props, 'alt')} width={props.width} height={props.height} />
}

const Frame = (props: PictureProps) => {
  const src = String(props.options.src ?? '')
  if (!isSafe(src)) return <p className="weak">{t('网页地址不合规')}</p>
  return (
    <iframe
      className="given-frame"
      src={src}
      title={textOf(props, 'title') || src}
      width={props.width}
      height={props.height}
      loading="lazy"
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-forms allow-popups"
    />
  )
}

export const markdown: PictureModule = { Picture: Markdown, sentence: props => textOf(props, 'text') }
export const image: PictureModule = { Picture: Image, sentence: props => textOf(props, 'alt') }
export const iframe: PictureModule = { Picture: Frame, sentence: props => textOf(props, 'title') }
