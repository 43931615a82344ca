const LINK = /(https?:\/\/[^\s<]+[^\s<.,;:)])/

/** Text with clickable links. */
export const Linked = ({ text }: { text: string }) => (
  <>
    {text.split(LINK).map((part, index) =>
      index % 2 === 1 ? (
        <a key={index} href={part} target="_blank" rel="noopener noreferrer">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </>
)
