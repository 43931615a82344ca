import { say, type PlainKey } from '../../text/words.ts'
import parts from '../../ui/parts.module.css'
import { place } from '../place.ts'
import { Select } from './select.tsx'

interface Props<Period extends string> {
  periods: readonly Period[]
  names: Readonly<Record<Period, PlainKey>>
  period: Period
  /** Sets a field of the address: `period`, or `from` and `to` of the period `between`. */
  choose: (name: string) => (value: string) => void
}

/** A choice of periods; one of them is the time between two chosen days. */
export const PeriodFilter = <Period extends string>({ periods, names, period, choose }: Props<Period>) => (
  <>
    <Select
      label={say('list.period')}
      options={periods.map((one) => [one, say(names[one])])}
      value={period}
      onValue={choose('period')}
    />
    {period === 'between' &&
      (['from', 'to'] as const).map((name) => (
        <label key={name}>
          <span class={parts.label}>{say(name === 'from' ? 'list.from' : 'list.to')}</span>
          <input
            class={parts.input}
            type="date"
            value={place.value.query.get(name) ?? ''}
            onChange={(event) => choose(name)(event.currentTarget.value)}
          />
        </label>
      ))}
  </>
)
