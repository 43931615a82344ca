import type { CheckedDocument, DescribedOperation } from './document.ts'

const placeholders = (template: string) => template.split('{').length - 1

const matches = (template: string, path: string) =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

/** The operation a request goes to, as the gateway finds it: literal paths before those with a placeholder. */
export function findOperation(
  { paths }: CheckedDocument,
  method: string,
  path: string,
): DescribedOperation | undefined {
  const [pathname = ''] = path.split('?')
  const bare = pathname.replace(/(?<=.)\/$/, '')
  const [template] = Object.keys(paths)
    .filter((one) => matches(one, bare))
    .sort((one, other) => placeholders(one) - placeholders(other))
  const verb = method.toUpperCase() === 'HEAD' ? 'get' : method.toLowerCase()
  return template === undefined ? undefined : paths[template]?.[verb]
}
