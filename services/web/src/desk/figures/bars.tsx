import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { saveCsv, type Cell } from './csv.ts'
import desk from '../ui/desk.module.css'
import styles from './figures.module.css'

/** A measure: its name, and the format of its values. */
export interface Series {
  name: string
  look?: 'good' | 'bad' | undefined
}
export interface Row {
  name: string
  /** The name to use in a file. */
  key?: string
  /** One for each series; undefined if there is none. */
  values: readonly (number | undefined)[]
}
interface ChartProps {
  title: string
  /** The heading of the first column, which names the rows. */
  rowName: string
  series: readonly Series[]
  rows: readonly Row[]
  write: (value: number) => string
  /** Name of the file with the numbers, and their unit if they are not counts. */
  file: string
  unit?: string
  /** A note on data that the chart lacks. */
  note?: ComponentChildren
}

/** The same numbers as bars or as a table; people can choose between the two. */
function Chart({
  title,
  rowName,
  series,
  rows,
  write,
  file,
  unit,
  note,
  children,
}: ChartProps & { children: ComponentChildren }) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <section class={desk.panel}>
      <div class={desk.panelHead}>
        <h2 id={id}>{title}</h2>
        <span class={styles.tools}>
          <Button onClick={() => setTable(!isTable)}>
            {say(isTable ? 'figures.asBars' : 'figures.asTable')}
          </Button>
          <Button name="csv" onClick={() => saveCsv(file, cellsOf({ rowName, series, rows, unit }))}>
            {say('figures.csv')}
          </Button>
        </span>
      </div>
      {note}
      {isTable ? (
        <div class={`${desk.scroll} ${styles.numbers}`} role="region" aria-labelledby={id} tabIndex={0}>
          <table class={desk.table}>
            <thead>
              <tr>
                <th scope="col">{rowName}</th>
                {series.map(({ name }) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, index) => (
                    <td key={series[index]?.name}>{value === undefined ? '–' : write(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        children
      )}
    </section>
  )
}

/** The numbers of a chart, with their names in the language of the page. */
const cellsOf = ({
  rowName,
  series,
  rows,
  unit,
}: Pick<ChartProps, 'rowName' | 'series' | 'rows'> & { unit: string | undefined }): Cell[][] => [
  [rowName, ...series.map(({ name }) => (unit === undefined ? name : `${name} (${unit})`))],
  ...rows.map(({ name, key, values }) => [key ?? name, ...values]),
]

/** Height of the tallest strip in px, and the smallest share of it that another strip may have. */
const HEIGHT = 84
const LEAST_PART = 0.2

const lookOf = ({ look }: Series) => (look === undefined ? styles.bar : `${styles.bar} ${styles[look]}`)
const highest = (rows: readonly Row[]) =>
  Math.max(1, ...rows.flatMap(({ values }) => values.map((one) => one ?? 0)))

/** A strip of upright bars for each series, all to the same scale: one bar for each row, at most 100. */
export function Columns(props: ChartProps) {
  const { series, rows, write } = props
  const top = highest(rows)
  const step = 100 / rows.length
  return (
    <Chart {...props}>
      {series.map((one, index) => {
        const own = rows.map(({ values }) => values[index] ?? 0)
        const total = own.reduce((sum, value) => sum + value, 0)
        const most = Math.max(...own)
        const part = Math.max(most / top, LEAST_PART)
        return (
          <figure class={styles.strip} key={one.name}>
            <figcaption>
              <span>
                {one.name} <strong>{write(total)}</strong>
              </span>
              {most > 0 && <span>{say('figures.most', { count: write(most) })}</span>}
            </figcaption>
            <svg
              viewBox={`0 0 100 ${top * part}`}
              height={Math.round(HEIGHT * part)}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              {rows.map(({ name, values }, at) => (
                <g key={name}>
                  <title>{`${name}: ${write(values[index] ?? 0)}`}</title>
                  <rect class={styles.hover} x={at * step} y={0} width={step} height={top * part} />
                  <rect
                    class={lookOf(one)}
                    x={at * step + step * 0.12}
                    y={top * part - (values[index] ?? 0)}
                    width={step * 0.76}
                    height={values[index] ?? 0}
                  />
                </g>
              ))}
            </svg>
          </figure>
        )
      })}
      <p class={styles.ends}>
        <span>{rows[0]?.name}</span>
        <span>{rows.length > 1 && rows.at(-1)?.name}</span>
      </p>
    </Chart>
  )
}

/** A horizontal bar with its value for each row and series. */
export function Lines(props: ChartProps) {
  const { series, rows, write } = props
  const top = highest(rows)
  return (
    <Chart {...props}>
      <ul class={styles.lines}>
        {rows.map(({ name, values }) => (
          <li key={name}>
            <strong>{name}</strong>
            {series.map((one, index) => {
              const value = values[index]
              return (
                <span class={styles.line} key={one.name}>
                  <span>{one.name}</span>
                  <svg viewBox={`0 0 ${top} 1`} preserveAspectRatio="none" aria-hidden="true">
                    <rect class={lookOf(one)} x={0} y={0} width={value ?? 0} height={1} />
                  </svg>
                  <span class={desk.time}>{value === undefined ? '–' : write(value)}</span>
                </span>
              )
            })}
          </li>
        ))}
      </ul>
    </Chart>
  )
}
