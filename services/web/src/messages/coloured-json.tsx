import styles from './messages.module.css'

const TOKEN = /("(?:\\.|[^"\\])*"(?:\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*)/

/** Indented JSON with syntax colours. */
export const ColouredJson = ({ text }: { text: string }) => (
  <>
    {JSON.stringify(JSON.parse(text), null, 2)
      .split(TOKEN)
      .map((part, index) =>
        index % 2 === 1 ? (
          <span key={index} class={colourOf(part)}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
  </>
)

const colourOf = (token: string) =>
  token.endsWith(':') ? styles.key : token.startsWith('"') ? styles.text : styles.value
