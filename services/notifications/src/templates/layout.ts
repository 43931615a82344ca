/** The plain-text body of a mail. */
export const textLayout = `{{heading}}

{{greeting}}

{{intro}}
{{#if code}}

{{codeLabel}}: {{code}}
{{codeValid}}
{{/if}}
{{#if rows}}

{{/if}}
{{#each rows}}
{{label}}: {{value}}
{{/each}}
{{#each actions}}

{{label}}:
{{link}}
{{/each}}
{{#if footer}}

--
{{footer}}
{{#each optOut}}
{{label}}: {{link}}
{{/each}}
{{/if}}
{{#if look.help}}

{{look.helpLabel}}
{{#each look.help}}
{{text}}
{{/each}}
{{/if}}
{{#if look.legal}}

{{#each look.legal}}
{{label}}: {{link}}
{{/each}}
{{/if}}
`
