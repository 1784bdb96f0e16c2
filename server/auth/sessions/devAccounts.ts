import type { NewUser } from '../../users/userRepository.ts';

export const DEV_USER: NewUser = {
  email: 'dev-user@localhost',
  firstName: 'Dev',
  lastName: 'User',
  permissions: ['photos:read'],
};

export const DEV_ADMIN: NewUser = {
  email: 'dev-admin@localhost',
  firstName: 'Admin',
  lastName: 'Dev',
  permissions: ['admin'],
};

/** A data folder may move from a trial into production; nobody gets in by these accounts there. */
export const DEV_EMAILS = [DEV_USER.email, DEV_ADMIN.email];
