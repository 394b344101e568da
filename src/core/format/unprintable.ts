import { isAlias, isCollection, isScalar, visit, type Document } from 'yaml'

/** What YAML has and our language has not, so that the printer does not know it: the mark of the first one found. */
export function unprintable(document: Document): string | undefined {
  const found: string[] = document.directives?.docStart ? ['---'] : []
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) found.push('*')
      else if ('anchor' in node && node.anchor) found.push('&')
      else if (node.tag !== undefined) found.push('!')
    },
    Pair: (_, { key }) => void (isLong(key) && found.push('?')),
  })
  return found[0]
}

/** A key that does not stand on a line. */
const isLong = (key: unknown): boolean => isCollection(key) || (isScalar(key) && String(key.source).includes('\n'))
