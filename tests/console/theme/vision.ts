/** Linear red, green and blue, from 0 to 1. */
type Light = readonly [number, number, number]
export type Sight = 'normal' | 'protan' | 'deutan' | 'tritan'

/** Machado, Oliveira and Fernandes 2009, severity 1: how linear light looks to people without one kind of cone. */
const MATRICES: Record<Exclude<Sight, 'normal'>, readonly Light[]> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
export const SIGHTS: readonly Sight[] = ['normal', 'protan', 'deutan', 'tritan']

const times = (matrix: readonly Light[], [r, g, b]: Light): Light => {
  const [red = 0, green = 0, blue = 0] = matrix.map(([x, y, z]) => x * r + y * g + z * b)
  return [red, green, blue]
}
const shut = (share: number): number => Math.min(1, Math.max(0, share))

function lightOf(colour: string): Light {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return [red, green, blue]
}

function seen(colour: string, sight: Sight): Light {
  const light = lightOf(colour)
  if (sight === 'normal') return light
  const [red, green, blue] = times(MATRICES[sight], light)
  return [shut(red), shut(green), shut(blue)]
}

const TO_CONES: readonly Light[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const TO_LAB: readonly Light[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
function oklab(light: Light): Light {
  const [long, medium, short] = times(TO_CONES, light)
  return times(TO_LAB, [Math.cbrt(long), Math.cbrt(medium), Math.cbrt(short)])
}

/** How far two colours are apart, in OKLab times 100: below about 5 they are taken for one. */
export function distance(first: string, second: string, sight: Sight): number {
  const [a, b] = [oklab(seen(first, sight)), oklab(seen(second, sight))]
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
