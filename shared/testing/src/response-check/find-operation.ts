import type { CheckedDocument, DescribedOperation } from './document.ts'

const placeholders = (template: string) => template.split('{').length - 1

const matches = (template: string, path: string) =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

/** The operation of a request, matched as in the gateway: literal paths before paths with placeholders. */
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
