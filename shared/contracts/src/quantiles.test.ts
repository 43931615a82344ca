import { expect, it } from 'vitest'
import { medianAndP90 } from './quantiles.ts'

it('the median and the 90th percentile are values that occur', () => {
  expect(
    medianAndP90(
      new Map([
        [90, 1],
        [10, 5],
        [20, 4],
      ]),
    ),
  ).toEqual({ median: 10, p90: 20 })
  expect(medianAndP90(new Map([[30, 1]]))).toEqual({ median: 30, p90: 30 })
})

it('no values have no median', () => {
  expect(medianAndP90(new Map())).toBeUndefined()
})
