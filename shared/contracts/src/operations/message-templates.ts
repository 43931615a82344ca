import * as templates from '../message-templates.ts'
import type { OperationTable } from './operation.ts'

const administrators = ['ROLE_CLIENT_SERVICE', 'ROLE_SUPERVISOR'] as const

/** Operations on the message texts of an application, which are separate from its settings. */
export const messageTemplateOperations = {
  findMessageTemplates: {
    method: 'GET',
    path: '/applications/{applicationId}/templates',
    owner: 'notifications',
    access: { roles: administrators },
    summary: 'List the message templates of an application',
    params: templates.messageTemplatesParams,
    query: templates.messageTemplateQuery,
    status: 200,
    response: templates.messageTemplatePage,
    problems: ['APPLICATION_NOT_FOUND'],
  },
  getMessageTemplate: {
    method: 'GET',
    path: '/applications/{applicationId}/templates/{key}',
    owner: 'notifications',
    access: { roles: administrators },
    summary: 'Read a message template',
    params: templates.messageTemplateParams,
    status: 200,
    response: templates.messageTemplate,
    problems: ['APPLICATION_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
  },
  putMessageTemplate: {
    method: 'PUT',
    path: '/applications/{applicationId}/templates/{key}',
    owner: 'notifications',
    access: { roles: ['ROLE_CLIENT_SERVICE'] },
    takesKey: true,
    summary: 'Write a message template',
    params: templates.messageTemplateParams,
    body: templates.messageTemplateRequest,
    status: 200,
    response: templates.messageTemplate,
    problems: ['APPLICATION_NOT_FOUND'],
  },
  removeMessageTemplate: {
    method: 'DELETE',
    path: '/applications/{applicationId}/templates/{key}',
    owner: 'notifications',
    access: { roles: ['ROLE_CLIENT_SERVICE'] },
    summary: 'Remove a message template',
    params: templates.messageTemplateParams,
    status: 204,
    problems: ['APPLICATION_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
  },
  previewMessageTemplate: {
    method: 'POST',
    path: '/applications/{applicationId}/templates/{key}/preview',
    owner: 'notifications',
    access: { roles: administrators },
    takesKey: true,
    summary: 'Preview a message template with example data',
    params: templates.messageTemplateParams,
    body: templates.previewRequest,
    status: 200,
    response: templates.templatePreview,
    problems: ['APPLICATION_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
  },
} as const satisfies OperationTable
