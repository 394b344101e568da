import { describe, expect, it } from 'vitest'
import { staticFiles } from '../../../src/core/compile/static-files.ts'
import { unsafePart } from '../../../src/core/source/picture.ts'
import { BASE, compiled, resolverOf } from '../files.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
const files = {
  ...BASE,
  'customers/87/app.yaml': 'logo: logo.svg\ncolours: {primary: "#9c1f2e"}\n',
  'customers/87/logo.svg': SVG,
  'customers/areas/35/app.yaml': 'logo: logo.png\n',
  'customers/areas/35/logo.png': 'iVBORw0KGgo=',
}

describe('the logo of a customer', () => {
  const configuration = compiled(files)
  const of = (scope: object) => configuration.scope(scope)

  it('lies beside the app.yaml that names it, and is for its scope alone', () => {
    expect(of({ customer: '87' }).logo()).toMatchObject({ text: SVG, encoding: 'utf8' })
    expect(of({ area: '350102' }).logo()).toMatchObject({ text: 'iVBORw0KGgo=', encoding: 'base64' })
    expect(of({}).logo()).toBeUndefined()
    expect(of({}).manifest.app).not.toHaveProperty('logo')
  })

  it('has a name that changes with its content, and the version of the configuration with it', () => {
    const name = of({ customer: '87' }).manifest.app.logo!
    expect(name).toMatch(/^[0-9a-f]{20}\.svg$/)
    const other = compiled({ ...files, 'customers/87/logo.svg': SVG.replace('h8', 'h7') })
    expect(other.scope({ customer: '87' }).manifest.app.logo).not.toBe(name)
    expect(other.version).not.toBe(configuration.version)
    expect(other.scope({ customer: '87' }).manifest.version).not.toBe(of({ customer: '87' }).manifest.version)
  })

  it('goes with the colours of both themes to those who have them', () => {
    expect(of({ customer: '87' }).manifest.app.colours?.light.primary).toBe('#9c1f2e')
    expect(of({ customer: '87' }).manifest.app.colours?.dark.primary).toMatch(/^#[0-9a-f]{6}$/)
    expect(of({}).manifest.app.colours).toBeUndefined()
  })

  it('is among the files of a static host', () => {
    const found = staticFiles(resolverOf(files).project, configuration).filter(({ path }) => path.startsWith('logo/'))
    expect(found.map(({ path, text, encoding }) => [path.slice(-4), text, encoding])).toEqual([
      ['.png', 'iVBORw0KGgo=', 'base64'],
      ['.svg', SVG, undefined],
    ])
  })
})

describe('an SVG', () => {
  const inside = (part: string) => unsafePart(`<svg xmlns="http://www.w3.org/2000/svg">${part}</svg>`)
  it('of shapes alone is safe', () => {
    expect(inside('<path d="M0 0"/><style>.a{fill:url(#b)}</style><use href="#b"/><a/>')).toBeUndefined()
    expect(inside('<image href="data:image/png;base64,AA=="/><text>on x = 1</text>')).toBeUndefined()
  })
  it.each([
    '<script>1</script>',
    '<SCRIPT href="x"/>',
    '<path onload="1"/>',
    '<foreignObject/>',
    '<a href="javascript:1"/>',
    '<image xlink:href="https://example.org/a.png"/>',
    '<use href="other.svg#a"/>',
    '<style>@import "x"</style>',
    '<style>a{fill:url(https://example.org)}</style>',
  ])('with %s is not', part => expect(inside(part)).toBeDefined())
  it('with entities is not', () => expect(unsafePart('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')).toBeDefined())
})
