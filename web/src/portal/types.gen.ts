// Made from openapi/portal.json by npm run generate; edits are overwritten.

/** By operationId: the body of the request and of the answer, where they are JSON. */
export type Operations = {
  readonly 'access.portal-change-key': {
    readonly body: {
      readonly label?: string | null;
      readonly allowed_addresses?: readonly string[];
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.key';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly key_prefix: string;
      readonly status: 'active' | 'expired' | 'revoked';
      readonly created_at: string;
      readonly expires_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly last_used_address: string | null;
      readonly allowed_addresses: readonly string[];
      readonly replaced_by: string | null;
    };
  };
  readonly 'access.portal-create-key': {
    readonly body: {
      readonly role?: 'full' | 'read_only';
      readonly label?: string;
      readonly expires_at?: string;
      readonly allowed_addresses?: readonly string[];
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.key';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly key_prefix: string;
      readonly status: 'active' | 'expired' | 'revoked';
      readonly created_at: string;
      readonly expires_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly last_used_address: string | null;
      readonly allowed_addresses: readonly string[];
      readonly replaced_by: string | null;
      readonly key: string;
    };
  };
  readonly 'access.portal-get-credential': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.signed_credential';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
      readonly status: 'pending' | 'active' | 'revoked';
      readonly challenge_expires_at: string | null;
      readonly created_at: string;
      readonly activated_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly replaced_by: string | null;
    };
  };
  readonly 'access.portal-list-credentials': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'gap.signed_credential';
        readonly livemode: boolean;
        readonly role: 'full' | 'read_only';
        readonly label: string | null;
        readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
        readonly status: 'pending' | 'active' | 'revoked';
        readonly challenge_expires_at: string | null;
        readonly created_at: string;
        readonly activated_at: string | null;
        readonly revoked_at: string | null;
        readonly last_used_at: string | null;
        readonly replaced_by: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'access.portal-list-keys': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'gap.key';
        readonly livemode: boolean;
        readonly role: 'full' | 'read_only';
        readonly label: string | null;
        readonly key_prefix: string;
        readonly status: 'active' | 'expired' | 'revoked';
        readonly created_at: string;
        readonly expires_at: string | null;
        readonly revoked_at: string | null;
        readonly last_used_at: string | null;
        readonly last_used_address: string | null;
        readonly allowed_addresses: readonly string[];
        readonly replaced_by: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'access.portal-revoke-credential': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.signed_credential';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
      readonly status: 'pending' | 'active' | 'revoked';
      readonly challenge_expires_at: string | null;
      readonly created_at: string;
      readonly activated_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly replaced_by: string | null;
    };
  };
  readonly 'access.portal-revoke-key': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.key';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly key_prefix: string;
      readonly status: 'active' | 'expired' | 'revoked';
      readonly created_at: string;
      readonly expires_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly last_used_address: string | null;
      readonly allowed_addresses: readonly string[];
      readonly replaced_by: string | null;
    };
  };
  readonly 'access.portal-rotate-key': {
    readonly body: {
      readonly overlap_hours: 0 | 1 | 24 | 168;
      readonly expires_at?: string;
    };
    readonly response: {
      readonly replaced: {
        readonly id: string;
        readonly object: 'gap.key';
        readonly livemode: boolean;
        readonly role: 'full' | 'read_only';
        readonly label: string | null;
        readonly key_prefix: string;
        readonly status: 'active' | 'expired' | 'revoked';
        readonly created_at: string;
        readonly expires_at: string | null;
        readonly revoked_at: string | null;
        readonly last_used_at: string | null;
        readonly last_used_address: string | null;
        readonly allowed_addresses: readonly string[];
        readonly replaced_by: string | null;
      };
      readonly key: {
        readonly id: string;
        readonly object: 'gap.key';
        readonly livemode: boolean;
        readonly role: 'full' | 'read_only';
        readonly label: string | null;
        readonly key_prefix: string;
        readonly status: 'active' | 'expired' | 'revoked';
        readonly created_at: string;
        readonly expires_at: string | null;
        readonly revoked_at: string | null;
        readonly last_used_at: string | null;
        readonly last_used_address: string | null;
        readonly allowed_addresses: readonly string[];
        readonly replaced_by: string | null;
        readonly key: string;
      };
    };
  };
  readonly 'access.portal-upload-credential': {
    readonly body: {
      readonly public_key: string;
      readonly label?: string;
      readonly role?: 'full' | 'read_only';
      readonly replaces?: string;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.signed_credential';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
      readonly status: 'pending' | 'active' | 'revoked';
      readonly challenge_expires_at: string | null;
      readonly created_at: string;
      readonly activated_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly replaced_by: string | null;
      readonly challenge: string;
      readonly verify_calls: {
        readonly curl: string;
        readonly typescript: string;
        readonly python: string;
        readonly java: string;
      };
    };
  };
  readonly 'analytics.portal-get': {
    readonly response: {
      readonly figures: {
        readonly object: 'gap.analytics';
        readonly livemode: boolean;
        readonly from: string;
        readonly to: string;
        readonly currency: 'USD';
        readonly referrals: {
          readonly created: number;
          readonly activated: number;
          readonly settled: number;
          readonly closed: number;
          readonly declined: number;
          readonly expired: number;
          readonly canceled: number;
          readonly activation_rate: number | null;
        };
        readonly savings: {
          readonly settled_count: number;
          readonly initial_offer_cents: number;
          readonly settlement_cents: number;
          readonly increase_cents: number;
          readonly average_increase_cents: number | null;
        };
        readonly spend: {
          readonly referral_subsidy_cents: number;
          readonly membership_cents: number;
          readonly total_cents: number;
        };
        readonly membership: {
          readonly active_enrollments: number;
          readonly enrolled: number;
          readonly canceled: number;
          readonly losses_reported: number;
          readonly redemptions: number;
        };
        readonly by_month: readonly {
          readonly month: string;
          readonly created: number;
          readonly activated: number;
          readonly settled: number;
          readonly increase_cents: number;
          readonly spend_cents: number;
        }[];
      };
      readonly lenders: {
        readonly object: 'analytics.lenders';
        readonly livemode: boolean;
        readonly institution_id: string | null;
        readonly from: string;
        readonly to: string;
        readonly currency: 'USD';
        readonly exposure: {
          readonly totals: {
            readonly settled: number;
            readonly known: number;
            readonly unknown: number;
            readonly before_cents: number;
            readonly after_cents: number;
            readonly reduction_cents: number;
            readonly growth_cents: number;
            readonly surplus_cents: number;
            readonly beyond_program_cents: number;
          };
          readonly by_month: readonly {
            readonly month: string;
            readonly settled: number;
            readonly known: number;
            readonly unknown: number;
            readonly before_cents: number;
            readonly after_cents: number;
            readonly reduction_cents: number;
            readonly growth_cents: number;
            readonly surplus_cents: number;
            readonly beyond_program_cents: number;
          }[];
        } | null;
        readonly activation: readonly {
          readonly month: string;
          readonly invited: number;
          readonly activated: number;
          readonly open: number;
          readonly activation_rate: number;
        }[];
      };
      readonly settlement_days: readonly {
        readonly month: string;
        readonly settled: number;
        readonly median_days: number | null;
      }[];
    };
  };
  readonly 'analytics.portal-list-referrals': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly at: string;
        readonly external_ref: string | null;
        readonly status: string;
        readonly vin: string | null;
        readonly settlement_cents: number | null;
        readonly improvement_cents: number | null;
        readonly fee_cents: number | null;
        readonly days_to_settlement: number | null;
        readonly exposure: {
          readonly before_cents: number;
          readonly after_cents: number;
        } | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'audit.portal-download-trail-json': {
    readonly response: {
      readonly object: 'trail';
      readonly data: readonly {
        readonly at: string;
        readonly kind: 'action' | 'refused';
        readonly operation: string;
        readonly did: string;
        readonly who: {
          readonly type: 'user' | 'staff' | 'link';
          readonly id: string | null;
          readonly name: string;
        };
        readonly credential_id: string | null;
        readonly subject_id: string | null;
        readonly request_id: string | null;
      }[];
    };
  };
  readonly 'audit.portal-list-trail': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly at: string;
        readonly kind: 'action' | 'refused';
        readonly operation: string;
        readonly did: string;
        readonly who: {
          readonly type: 'user' | 'staff' | 'link';
          readonly id: string | null;
          readonly name: string;
        };
        readonly credential_id: string | null;
        readonly subject_id: string | null;
        readonly request_id: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'events.portal-get': {
    readonly response: {
      readonly object: 'portal.event';
      readonly id: string;
      readonly type: string;
      readonly object_id: string;
      readonly created_at: string;
      readonly livemode: boolean;
      readonly masked: boolean;
      readonly body: string;
      readonly current: string | null;
      readonly deliveries: readonly {
        readonly id: string;
        readonly endpoint_id: string;
        readonly url: string | null;
        readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
        readonly attempts: number;
        readonly status: number | null;
        readonly cause: string | null;
        readonly created_at: string;
        readonly finished_at: string | null;
        readonly next_attempt_at: string | null;
      }[];
    };
  };
  readonly 'events.portal-list': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly object: 'portal.event';
        readonly id: string;
        readonly type: string;
        readonly object_id: string;
        readonly created_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'events.portal-list-seals': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly object: 'portal.event_seal';
        readonly day: string;
        readonly status: 'open' | 'closing' | 'sealed' | 'broken';
        readonly count: number;
        readonly first_id: string | null;
        readonly last_id: string | null;
        readonly sha256: string | null;
        readonly sealed_at: string | null;
        readonly broken: {
          readonly found_at: string;
          readonly count: number;
        } | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'events.portal-reconcile': {
    readonly body: {
      readonly received: string;
      readonly created_from: string;
      readonly created_to: string;
      readonly types?: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
    };
    readonly response: {
      readonly object: 'portal.event_reconciliation';
      readonly created_from: string;
      readonly created_to: string;
      readonly received: {
        readonly lines: number;
        readonly ids: number;
        readonly unreadable: {
          readonly count: number;
          readonly lines: readonly number[];
        };
      };
      readonly ours: number;
      readonly matched: number;
      readonly missing: {
        readonly count: number;
        readonly by_type: readonly {
          readonly type: string;
          readonly count: number;
        }[];
        readonly data: readonly {
          readonly id: string;
          readonly type: string;
          readonly created_at: string;
        }[];
      };
      readonly unknown: {
        readonly count: number;
        readonly ids: readonly string[];
      };
      readonly elsewhere: {
        readonly count: number;
        readonly ids: readonly string[];
      };
      readonly duplicates: {
        readonly count: number;
        readonly data: readonly {
          readonly id: string;
          readonly times: number;
        }[];
      };
    };
  };
  readonly 'partners.confirm-contact': {
    readonly body: {
      readonly token: string;
    };
    readonly response: {
      readonly object: 'portal.confirmed_contact';
      readonly kind: 'technical' | 'operations' | 'billing';
      readonly institution: string;
    };
  };
  readonly 'partners.portal-change-contact': {
    readonly body: {
      readonly email: string | null;
    };
    readonly response: {
      readonly object: 'portal.contacts';
      readonly technical: {
        readonly email: string | null;
        readonly pending: {
          readonly email: string;
          readonly expires_at: string;
        } | null;
      };
      readonly operations: {
        readonly email: string | null;
        readonly pending: {
          readonly email: string;
          readonly expires_at: string;
        } | null;
      };
      readonly billing: {
        readonly email: string | null;
        readonly pending: {
          readonly email: string;
          readonly expires_at: string;
        } | null;
      };
      readonly notices: {
        readonly endpoint_warnings: readonly ('technical' | 'operations' | 'billing')[];
        readonly statements: readonly ('technical' | 'operations' | 'billing')[];
        readonly security_notices: readonly ('technical' | 'operations' | 'billing')[];
      };
    };
  };
  readonly 'partners.portal-get-contacts': {
    readonly response: {
      readonly object: 'portal.contacts';
      readonly technical: {
        readonly email: string | null;
        readonly pending: {
          readonly email: string;
          readonly expires_at: string;
        } | null;
      };
      readonly operations: {
        readonly email: string | null;
        readonly pending: {
          readonly email: string;
          readonly expires_at: string;
        } | null;
      };
      readonly billing: {
        readonly email: string | null;
        readonly pending: {
          readonly email: string;
          readonly expires_at: string;
        } | null;
      };
      readonly notices: {
        readonly endpoint_warnings: readonly ('technical' | 'operations' | 'billing')[];
        readonly statements: readonly ('technical' | 'operations' | 'billing')[];
        readonly security_notices: readonly ('technical' | 'operations' | 'billing')[];
      };
    };
  };
  readonly 'partners.portal-set-notices': {
    readonly body: {
      readonly endpoint_warnings: readonly ('technical' | 'operations' | 'billing')[];
      readonly statements: readonly ('technical' | 'operations' | 'billing')[];
      readonly security_notices: readonly ('technical' | 'operations' | 'billing')[];
    };
    readonly response: {
      readonly object: 'portal.contacts';
      readonly technical: {
        readonly email: string | null;
        readonly pending: {
          readonly email: string;
          readonly expires_at: string;
        } | null;
      };
      readonly operations: {
        readonly email: string | null;
        readonly pending: {
          readonly email: string;
          readonly expires_at: string;
        } | null;
      };
      readonly billing: {
        readonly email: string | null;
        readonly pending: {
          readonly email: string;
          readonly expires_at: string;
        } | null;
      };
      readonly notices: {
        readonly endpoint_warnings: readonly ('technical' | 'operations' | 'billing')[];
        readonly statements: readonly ('technical' | 'operations' | 'billing')[];
        readonly security_notices: readonly ('technical' | 'operations' | 'billing')[];
      };
    };
  };
  readonly 'plans.portal-get-statement': {
    readonly response: {
      readonly statement: {
        readonly id: string;
        readonly object: 'gap.statement';
        readonly number: string;
        readonly period: string;
        readonly status: 'issued' | 'paid' | 'void';
        readonly currency: 'USD';
        readonly enrollment_count: number;
        readonly amount_cents: number;
        readonly lines: readonly {
          readonly plan: string;
          readonly quantity: number;
          readonly unit_price_cents: number;
          readonly amount_cents: number;
        }[];
        readonly issued_at: string;
        readonly due_at: string;
      };
      readonly issuer: string | null;
      readonly bill_to: string | null;
      readonly remit_to: string | null;
      readonly changes: readonly {
        readonly kind: 'sent' | 'paid' | 'void' | 'reopened';
        readonly at: string;
      }[];
    };
  };
  readonly 'plans.portal-list-statements': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'gap.statement';
        readonly number: string;
        readonly period: string;
        readonly status: 'issued' | 'paid' | 'void';
        readonly currency: 'USD';
        readonly enrollment_count: number;
        readonly amount_cents: number;
        readonly lines: readonly {
          readonly plan: string;
          readonly quantity: number;
          readonly unit_price_cents: number;
          readonly amount_cents: number;
        }[];
        readonly issued_at: string;
        readonly due_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'portal-users.accept-invitation': {
    readonly body: {
      readonly token: string;
    };
    readonly response: {
      readonly institution_id: string;
    };
  };
  readonly 'portal-users.add-passkey': {
    readonly body: {
      readonly label: string;
      readonly credential: {
        readonly id: string;
        readonly rawId: string;
        readonly type: 'public-key';
        readonly clientExtensionResults?: Readonly<Record<string, unknown>>;
        readonly authenticatorAttachment?: string | null;
        readonly response: {
          readonly clientDataJSON: string;
          readonly attestationObject: string;
          readonly transports?: readonly string[];
        };
      };
    };
    readonly response: {
      readonly id: string;
      readonly object: 'portal.passkey';
      readonly label: string;
      readonly synced: boolean;
      readonly created_at: string;
      readonly last_used_at: string | null;
    };
  };
  readonly 'portal-users.approve-pairing': {
    readonly body: {
      readonly code: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.begin-authenticator': {
    readonly body: {
      readonly token: string;
      readonly password: string;
    };
    readonly response: {
      readonly authenticator: {
        readonly secret: string;
        readonly uri: string;
        readonly qr: {
          readonly size: number;
          readonly path: string;
        } | null;
      };
    };
  };
  readonly 'portal-users.change-password': {
    readonly body: {
      readonly current: string;
      readonly code: string;
      readonly password: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.change-role': {
    readonly body: {
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
    };
    readonly response: {
      readonly id: string;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
    };
  };
  readonly 'portal-users.confirm-code': {
    readonly body: {
      readonly code: string;
    };
    readonly response: {
      readonly fresh_until: string;
    };
  };
  readonly 'portal-users.confirm-with-passkey': {
    readonly body: {
      readonly credential: {
        readonly id: string;
        readonly rawId: string;
        readonly type: 'public-key';
        readonly clientExtensionResults?: Readonly<Record<string, unknown>>;
        readonly authenticatorAttachment?: string | null;
        readonly response: {
          readonly clientDataJSON: string;
          readonly authenticatorData: string;
          readonly signature: string;
          readonly userHandle?: string | null;
        };
      };
    };
    readonly response: {
      readonly fresh_until: string;
    };
  };
  readonly 'portal-users.create-token': {
    readonly body: {
      readonly label: string;
      readonly permissions: readonly ('institution.read' | 'members.read' | 'members.write' | 'settings.write' | 'credentials.read' | 'credentials.write' | 'endpoints.read' | 'endpoints.write' | 'deliveries.read' | 'deliveries.write' | 'events.read' | 'requests.read' | 'sandbox.read' | 'sandbox.write' | 'tokens.write' | 'trail.read' | 'referrals.read' | 'referrals.write' | 'rosters.read' | 'rosters.write' | 'statements.read' | 'analytics.read' | 'contacts.read')[];
      readonly modes: readonly ('live' | 'test')[];
      readonly expires_in_days: number;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'portal.token';
      readonly label: string;
      readonly user: {
        readonly id: string;
        readonly name: string;
      };
      readonly permissions: readonly string[];
      readonly modes: readonly ('live' | 'test')[];
      readonly status: 'active' | 'expired' | 'revoked';
      readonly created_at: string;
      readonly expires_at: string;
      readonly last_used_at: string | null;
      readonly revoked_at: string | null;
      readonly token: string;
    };
  };
  readonly 'portal-users.deny-pairing': {
    readonly body: {
      readonly code: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.finish-invitation': {
    readonly body: {
      readonly token: string;
      readonly password: string;
      readonly code: string;
      readonly name: string;
    };
    readonly response: {
      readonly institution_id: string;
      readonly recovery_codes: readonly string[];
    };
  };
  readonly 'portal-users.finish-sign-up': {
    readonly body: {
      readonly token: string;
      readonly password: string;
      readonly code: string;
    };
    readonly response: {
      readonly institution_id: string;
      readonly recovery_codes: readonly string[];
    };
  };
  readonly 'portal-users.get-institution': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly livemode: boolean;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
      readonly permissions: readonly ('institution.read' | 'members.read' | 'members.write' | 'settings.write' | 'credentials.read' | 'credentials.write' | 'endpoints.read' | 'endpoints.write' | 'deliveries.read' | 'deliveries.write' | 'events.read' | 'requests.read' | 'sandbox.read' | 'sandbox.write' | 'tokens.write' | 'trail.read' | 'referrals.read' | 'referrals.write' | 'rosters.read' | 'rosters.write' | 'statements.read' | 'analytics.read' | 'contacts.read')[];
      readonly live_open: boolean;
    };
  };
  readonly 'portal-users.get-issuer': {
    readonly response: {
      readonly object: 'portal.issuer_settings';
      readonly issuer: {
        readonly object: 'portal.issuer';
        readonly issuer: string;
        readonly client_id: string;
        readonly email_domains: readonly string[];
        readonly acr_values: readonly string[];
        readonly amr_values: readonly string[];
        readonly new_user_role: string | null;
        readonly redirect_uri: string;
        readonly sign_in_url: string;
        readonly created_at: string;
        readonly changed_at: string;
      } | null;
      readonly redirect_uri: string;
      readonly possible_domains: readonly string[];
    };
  };
  readonly 'portal-users.get-me': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly fresh_until: string | null;
      readonly institutions: readonly {
        readonly id: string;
        readonly name: string;
        readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
        readonly suspended: boolean;
        readonly live_open: boolean;
      }[];
    };
  };
  readonly 'portal-users.invite-member': {
    readonly body: {
      readonly email: string;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
    };
    readonly response: {
      readonly id: string;
      readonly email: string;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
      readonly created_at: string;
      readonly expires_at: string;
    };
  };
  readonly 'portal-users.leave-institution': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.list-invitations': {
    readonly response: {
      readonly data: readonly {
        readonly id: string;
        readonly email: string;
        readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
        readonly created_at: string;
        readonly expires_at: string;
        readonly invited_by: string;
      }[];
    };
  };
  readonly 'portal-users.list-members': {
    readonly response: {
      readonly data: readonly {
        readonly id: string;
        readonly name: string;
        readonly email: string;
        readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
        readonly you: boolean;
        readonly since: string;
      }[];
    };
  };
  readonly 'portal-users.list-passkeys': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'portal.passkey';
        readonly label: string;
        readonly synced: boolean;
        readonly created_at: string;
        readonly last_used_at: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'portal-users.list-sessions': {
    readonly response: {
      readonly data: readonly {
        readonly id: string;
        readonly method: string;
        readonly current: boolean;
        readonly created_at: string;
        readonly last_seen_at: string;
        readonly expires_at: string;
      }[];
    };
  };
  readonly 'portal-users.list-tokens': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'portal.token';
        readonly label: string;
        readonly user: {
          readonly id: string;
          readonly name: string;
        };
        readonly permissions: readonly string[];
        readonly modes: readonly ('live' | 'test')[];
        readonly status: 'active' | 'expired' | 'revoked';
        readonly created_at: string;
        readonly expires_at: string;
        readonly last_used_at: string | null;
        readonly revoked_at: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'portal-users.name-passkey': {
    readonly body: {
      readonly label: string;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'portal.passkey';
      readonly label: string;
      readonly synced: boolean;
      readonly created_at: string;
      readonly last_used_at: string | null;
    };
  };
  readonly 'portal-users.poll-pairing': {
    readonly body: {
      readonly verifier: string;
    };
    readonly response: {
      readonly status: 'pending' | 'approved';
      readonly token?: {
        readonly id: string;
        readonly token: string;
        readonly permissions: readonly string[];
        readonly modes: readonly string[];
        readonly expires_at: string;
        readonly user: {
          readonly id: string;
          readonly name: string;
        };
        readonly institution: {
          readonly id: string;
          readonly name: string;
        };
      };
    };
  };
  readonly 'portal-users.remove-issuer': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.remove-member': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.remove-passkey': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.request-reset': {
    readonly body: {
      readonly email: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.reset-authenticator': {
    readonly body: {
      readonly email: string;
    };
    readonly response: {
      readonly expires_at: string;
    };
  };
  readonly 'portal-users.reset-password': {
    readonly body: {
      readonly token: string;
      readonly password: string;
      readonly code: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.revoke-invitation': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.revoke-token': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.set-issuer': {
    readonly body: {
      readonly issuer: string;
      readonly client_id: string;
      readonly client_secret?: string;
      readonly email_domains: readonly string[];
      readonly acr_values?: readonly string[];
      readonly amr_values?: readonly string[];
      readonly new_user_role: 'developer' | 'operations' | 'finance' | 'read_only' | null;
    };
    readonly response: {
      readonly object: 'portal.issuer_settings';
      readonly issuer: {
        readonly object: 'portal.issuer';
        readonly issuer: string;
        readonly client_id: string;
        readonly email_domains: readonly string[];
        readonly acr_values: readonly string[];
        readonly amr_values: readonly string[];
        readonly new_user_role: string | null;
        readonly redirect_uri: string;
        readonly sign_in_url: string;
        readonly created_at: string;
        readonly changed_at: string;
      } | null;
      readonly redirect_uri: string;
      readonly possible_domains: readonly string[];
    };
  };
  readonly 'portal-users.set-up-authenticator': {
    readonly body: {
      readonly token: string;
      readonly password: string;
      readonly code: string;
    };
    readonly response: {
      readonly recovery_codes: readonly string[];
    };
  };
  readonly 'portal-users.sign-in': {
    readonly body: {
      readonly email: string;
      readonly password: string;
      readonly code: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.sign-in-with-passkey': {
    readonly body: {
      readonly credential: {
        readonly id: string;
        readonly rawId: string;
        readonly type: 'public-key';
        readonly clientExtensionResults?: Readonly<Record<string, unknown>>;
        readonly authenticatorAttachment?: string | null;
        readonly response: {
          readonly clientDataJSON: string;
          readonly authenticatorData: string;
          readonly signature: string;
          readonly userHandle?: string | null;
        };
      };
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.sign-out': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.sign-out-everywhere': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.sign-up': {
    readonly body: {
      readonly institution_name: string;
      readonly name: string;
      readonly email: string;
      readonly purpose: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.start-pairing': {
    readonly body: {
      readonly client: string;
      readonly challenge: string;
    };
    readonly response: {
      readonly object: 'portal.pairing';
      readonly code: string;
      readonly page: string;
      readonly expires_at: string;
      readonly poll_every_s: number;
    };
  };
  readonly 'portal-users.start-passkey': {
    readonly response: {
      readonly options: Readonly<Record<string, unknown>>;
    };
  };
  readonly 'portal-users.start-passkey-confirmation': {
    readonly response: {
      readonly options: Readonly<Record<string, unknown>>;
    };
  };
  readonly 'portal-users.start-passkey-sign-in': {
    readonly response: {
      readonly options: Readonly<Record<string, unknown>>;
    };
  };
  readonly 'portal-users.stop-authenticator-reset': {
    readonly body: {
      readonly token: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'portal-users.test-issuer': {
    readonly response: {
      readonly object: 'portal.issuer_test';
      readonly ok: boolean;
      readonly says: string;
    };
  };
  readonly 'portal-users.view-authenticator-reset': {
    readonly body: {
      readonly token: string;
    };
    readonly response: {
      readonly email: string;
      readonly opens_at: string;
      readonly waits: boolean;
    };
  };
  readonly 'portal-users.view-invitation': {
    readonly body: {
      readonly token: string;
    };
    readonly response: {
      readonly email: string;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
      readonly institution_name: string;
      readonly authenticator: {
        readonly secret: string;
        readonly uri: string;
        readonly qr: {
          readonly size: number;
          readonly path: string;
        } | null;
      } | null;
    };
  };
  readonly 'portal-users.view-pairing': {
    readonly body: {
      readonly code: string;
    };
    readonly response: {
      readonly client: string;
      readonly address: string;
      readonly same_address: boolean;
      readonly created_at: string;
      readonly expires_at: string;
      readonly permissions: readonly string[];
      readonly days: number;
    };
  };
  readonly 'portal-users.view-sign-up': {
    readonly body: {
      readonly token: string;
    };
    readonly response: {
      readonly email: string;
      readonly name: string;
      readonly institution_name: string;
      readonly authenticator: {
        readonly secret: string;
        readonly uri: string;
        readonly qr: {
          readonly size: number;
          readonly path: string;
        } | null;
      };
    };
  };
  readonly 'portal.ask-for-live': {
    readonly response: {
      readonly counted_since: string;
      readonly steps: readonly {
        readonly step: 'signed_call' | 'replayed_key' | 'handled_conflict' | 'delivered_event' | 'unknown_event' | 'rotated_secret';
        readonly done: boolean;
        readonly since: string | null;
        readonly evidence: {
          readonly kind: 'credential' | 'request' | 'delivery' | 'endpoint';
          readonly id: string;
        } | null;
      }[];
      readonly live_open: boolean;
      readonly live_requested_at: string | null;
      readonly ready: boolean;
      readonly endpoints: readonly {
        readonly id: string;
        readonly url: string;
      }[];
    };
  };
  readonly 'portal.get-go-live': {
    readonly response: {
      readonly counted_since: string;
      readonly steps: readonly {
        readonly step: 'signed_call' | 'replayed_key' | 'handled_conflict' | 'delivered_event' | 'unknown_event' | 'rotated_secret';
        readonly done: boolean;
        readonly since: string | null;
        readonly evidence: {
          readonly kind: 'credential' | 'request' | 'delivery' | 'endpoint';
          readonly id: string;
        } | null;
      }[];
      readonly live_open: boolean;
      readonly live_requested_at: string | null;
      readonly ready: boolean;
      readonly endpoints: readonly {
        readonly id: string;
        readonly url: string;
      }[];
    };
  };
  readonly 'portal.send-rehearsal': {
    readonly body: {
      readonly endpoint_id: string;
    };
    readonly response: {
      readonly delivery_id: string;
      readonly endpoint_id: string;
    };
  };
  readonly 'referral-files.apply': {
    readonly body: {
      readonly ready: number;
      readonly leave_out: number;
    };
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'checked' | 'applying' | 'applied' | 'stopped' | 'failed' | 'expired';
      readonly kind: 'csv' | 'xlsx' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows: number;
      readonly counts: {
        readonly ready: number;
        readonly invalid: number;
        readonly double: number;
        readonly open: number;
        readonly ended: number;
        readonly warned: number;
      } | null;
      readonly leave_out: number | null;
      readonly checked_at: string | null;
      readonly applied_at: string | null;
      readonly done: number;
      readonly referred: number;
      readonly not_contacted: number | null;
      readonly overtaken: number;
      readonly finished_at: string | null;
      readonly can_resume: boolean;
      readonly cells_until: string | null;
      readonly created_at: string;
      readonly is_mapped: boolean;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'borrower.first_name' | 'borrower.last_name' | 'borrower.name' | 'borrower.email' | 'borrower.phone' | 'vehicle.vin' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'claim.carrier' | 'claim.claim_number' | 'claim.loss_state' | 'claim.date_of_loss' | 'claim.initial_offer' | 'claim.initial_offer_cents' | 'liability.loan_payoff' | 'liability.loan_payoff_cents' | 'liability.deductible' | 'liability.deductible_cents' | 'external_ref' | null;
      }[];
    };
  };
  readonly 'referral-files.get': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'checked' | 'applying' | 'applied' | 'stopped' | 'failed' | 'expired';
      readonly kind: 'csv' | 'xlsx' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows: number;
      readonly counts: {
        readonly ready: number;
        readonly invalid: number;
        readonly double: number;
        readonly open: number;
        readonly ended: number;
        readonly warned: number;
      } | null;
      readonly leave_out: number | null;
      readonly checked_at: string | null;
      readonly applied_at: string | null;
      readonly done: number;
      readonly referred: number;
      readonly not_contacted: number | null;
      readonly overtaken: number;
      readonly finished_at: string | null;
      readonly can_resume: boolean;
      readonly cells_until: string | null;
      readonly created_at: string;
      readonly is_mapped: boolean;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'borrower.first_name' | 'borrower.last_name' | 'borrower.name' | 'borrower.email' | 'borrower.phone' | 'vehicle.vin' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'claim.carrier' | 'claim.claim_number' | 'claim.loss_state' | 'claim.date_of_loss' | 'claim.initial_offer' | 'claim.initial_offer_cents' | 'liability.loan_payoff' | 'liability.loan_payoff_cents' | 'liability.deductible' | 'liability.deductible_cents' | 'external_ref' | null;
      }[];
    };
  };
  readonly 'referral-files.list': {
    readonly response: {
      readonly data: readonly {
        readonly id: string;
        readonly name: string;
        readonly status: 'uploading' | 'uploaded' | 'checked' | 'applying' | 'applied' | 'stopped' | 'failed' | 'expired';
        readonly kind: 'csv' | 'xlsx' | null;
        readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
        readonly delimiter: string | null;
        readonly size_bytes: number;
        readonly problem: string | null;
        readonly rows: number;
        readonly counts: {
          readonly ready: number;
          readonly invalid: number;
          readonly double: number;
          readonly open: number;
          readonly ended: number;
          readonly warned: number;
        } | null;
        readonly leave_out: number | null;
        readonly checked_at: string | null;
        readonly applied_at: string | null;
        readonly done: number;
        readonly referred: number;
        readonly not_contacted: number | null;
        readonly overtaken: number;
        readonly finished_at: string | null;
        readonly can_resume: boolean;
        readonly cells_until: string | null;
        readonly created_at: string;
      }[];
      readonly next: string | null;
    };
  };
  readonly 'referral-files.list-rows': {
    readonly response: {
      readonly data: readonly {
        readonly row: number;
        readonly outcome: 'ready' | 'invalid' | 'double' | 'open' | 'ended' | 'referred' | 'overtaken' | 'erased';
        readonly vin: string | null;
        readonly borrower: string | null;
        readonly issues: readonly {
          readonly path: string;
          readonly column: string | null;
          readonly message: string;
        }[];
        readonly warnings: readonly string[];
        readonly referral_id: string | null;
        readonly first_row: number | null;
      }[];
      readonly next: number | null;
    };
  };
  readonly 'referral-files.map-columns': {
    readonly body: {
      readonly mapping: readonly ('borrower.first_name' | 'borrower.last_name' | 'borrower.name' | 'borrower.email' | 'borrower.phone' | 'vehicle.vin' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'claim.carrier' | 'claim.claim_number' | 'claim.loss_state' | 'claim.date_of_loss' | 'claim.initial_offer' | 'claim.initial_offer_cents' | 'liability.loan_payoff' | 'liability.loan_payoff_cents' | 'liability.deductible' | 'liability.deductible_cents' | 'external_ref' | null)[];
    };
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'checked' | 'applying' | 'applied' | 'stopped' | 'failed' | 'expired';
      readonly kind: 'csv' | 'xlsx' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows: number;
      readonly counts: {
        readonly ready: number;
        readonly invalid: number;
        readonly double: number;
        readonly open: number;
        readonly ended: number;
        readonly warned: number;
      } | null;
      readonly leave_out: number | null;
      readonly checked_at: string | null;
      readonly applied_at: string | null;
      readonly done: number;
      readonly referred: number;
      readonly not_contacted: number | null;
      readonly overtaken: number;
      readonly finished_at: string | null;
      readonly can_resume: boolean;
      readonly cells_until: string | null;
      readonly created_at: string;
      readonly is_mapped: boolean;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'borrower.first_name' | 'borrower.last_name' | 'borrower.name' | 'borrower.email' | 'borrower.phone' | 'vehicle.vin' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'claim.carrier' | 'claim.claim_number' | 'claim.loss_state' | 'claim.date_of_loss' | 'claim.initial_offer' | 'claim.initial_offer_cents' | 'liability.loan_payoff' | 'liability.loan_payoff_cents' | 'liability.deductible' | 'liability.deductible_cents' | 'external_ref' | null;
      }[];
    };
  };
  readonly 'referral-files.resume': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'checked' | 'applying' | 'applied' | 'stopped' | 'failed' | 'expired';
      readonly kind: 'csv' | 'xlsx' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows: number;
      readonly counts: {
        readonly ready: number;
        readonly invalid: number;
        readonly double: number;
        readonly open: number;
        readonly ended: number;
        readonly warned: number;
      } | null;
      readonly leave_out: number | null;
      readonly checked_at: string | null;
      readonly applied_at: string | null;
      readonly done: number;
      readonly referred: number;
      readonly not_contacted: number | null;
      readonly overtaken: number;
      readonly finished_at: string | null;
      readonly can_resume: boolean;
      readonly cells_until: string | null;
      readonly created_at: string;
      readonly is_mapped: boolean;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'borrower.first_name' | 'borrower.last_name' | 'borrower.name' | 'borrower.email' | 'borrower.phone' | 'vehicle.vin' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'claim.carrier' | 'claim.claim_number' | 'claim.loss_state' | 'claim.date_of_loss' | 'claim.initial_offer' | 'claim.initial_offer_cents' | 'liability.loan_payoff' | 'liability.loan_payoff_cents' | 'liability.deductible' | 'liability.deductible_cents' | 'external_ref' | null;
      }[];
    };
  };
  readonly 'referral-files.stop': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'checked' | 'applying' | 'applied' | 'stopped' | 'failed' | 'expired';
      readonly kind: 'csv' | 'xlsx' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows: number;
      readonly counts: {
        readonly ready: number;
        readonly invalid: number;
        readonly double: number;
        readonly open: number;
        readonly ended: number;
        readonly warned: number;
      } | null;
      readonly leave_out: number | null;
      readonly checked_at: string | null;
      readonly applied_at: string | null;
      readonly done: number;
      readonly referred: number;
      readonly not_contacted: number | null;
      readonly overtaken: number;
      readonly finished_at: string | null;
      readonly can_resume: boolean;
      readonly cells_until: string | null;
      readonly created_at: string;
      readonly is_mapped: boolean;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'borrower.first_name' | 'borrower.last_name' | 'borrower.name' | 'borrower.email' | 'borrower.phone' | 'vehicle.vin' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'claim.carrier' | 'claim.claim_number' | 'claim.loss_state' | 'claim.date_of_loss' | 'claim.initial_offer' | 'claim.initial_offer_cents' | 'liability.loan_payoff' | 'liability.loan_payoff_cents' | 'liability.deductible' | 'liability.deductible_cents' | 'external_ref' | null;
      }[];
    };
  };
  readonly 'referral-files.upload': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'checked' | 'applying' | 'applied' | 'stopped' | 'failed' | 'expired';
      readonly kind: 'csv' | 'xlsx' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows: number;
      readonly counts: {
        readonly ready: number;
        readonly invalid: number;
        readonly double: number;
        readonly open: number;
        readonly ended: number;
        readonly warned: number;
      } | null;
      readonly leave_out: number | null;
      readonly checked_at: string | null;
      readonly applied_at: string | null;
      readonly done: number;
      readonly referred: number;
      readonly not_contacted: number | null;
      readonly overtaken: number;
      readonly finished_at: string | null;
      readonly can_resume: boolean;
      readonly cells_until: string | null;
      readonly created_at: string;
      readonly is_mapped: boolean;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'borrower.first_name' | 'borrower.last_name' | 'borrower.name' | 'borrower.email' | 'borrower.phone' | 'vehicle.vin' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'claim.carrier' | 'claim.claim_number' | 'claim.loss_state' | 'claim.date_of_loss' | 'claim.initial_offer' | 'claim.initial_offer_cents' | 'liability.loan_payoff' | 'liability.loan_payoff_cents' | 'liability.deductible' | 'liability.deductible_cents' | 'external_ref' | null;
      }[];
    };
  };
  readonly 'referrals.portal-attest': {
    readonly body: {
      readonly attestor_name: string;
      readonly channel: 'phone' | 'email' | 'in_person' | 'chat' | 'letter';
      readonly attestation: string;
      readonly confirmed_at?: string;
    };
    readonly response: {
      readonly object: 'portal.referral';
      readonly referral: {
        readonly id: string;
        readonly object: 'gap.referral';
        readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
        readonly external_ref: string | null;
        readonly created_at: string;
        readonly invited_at: string;
        readonly invitation_expires_at: string;
        readonly activated_at: string | null;
        readonly settled_at: string | null;
        readonly closed_at: string | null;
        readonly status_label: string;
        readonly status_tone: string;
        readonly status_note: string | null;
        readonly borrower: {
          readonly first_name: string;
          readonly last_name: string;
          readonly email: string | null;
          readonly phone: string | null;
        };
        readonly vehicle: {
          readonly vin: string;
          readonly year: number;
          readonly make: string;
          readonly model: string;
        };
        readonly claim: {
          readonly carrier: string;
          readonly claim_number: string;
          readonly loss_state: string;
          readonly date_of_loss: string;
          readonly initial_offer_cents: number;
        };
        readonly liability: {
          readonly loan_payoff_cents: number;
          readonly deductible_cents: number;
        };
        readonly program: {
          readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
          readonly subsidy_type: 'fixed' | 'percent' | null;
          readonly subsidy_value: number | null;
          readonly price_cents: number;
          readonly locked: boolean;
        };
        readonly consent: {
          readonly mode: string;
          readonly disclosure_confirmed_at: string | null;
          readonly disclosure_channel: string | null;
          readonly disclosure_attestor_name: string | null;
        };
        readonly submitted_via: string;
        readonly livemode: boolean;
        readonly consultation_number: string | null;
      };
      readonly loss_day: string;
      readonly version: string;
      readonly masked: boolean;
      readonly can_edit: readonly ('external_ref' | 'borrower' | 'vehicle' | 'claim' | 'liability')[];
      readonly can_cancel: boolean;
      readonly can_attest: boolean;
      readonly can_add_document: boolean;
      readonly review: {
        readonly object: 'gap.review_record';
        readonly id: string;
        readonly referral_id: string;
        readonly status: 'in_review' | 'completed';
        readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
        readonly summary: string | null;
        readonly opened_at: string;
        readonly completed_at: string | null;
        readonly updated_at: string;
      } | null;
      readonly documents: readonly {
        readonly object: 'portal.referral_document';
        readonly id: string;
        readonly file_name: string;
        readonly size_bytes: number;
        readonly sent_at: string;
        readonly sent_by: {
          readonly id: string;
          readonly name: string;
        };
        readonly pages: number;
        readonly vendor: 'ccc' | 'mitchell' | 'unknown';
        readonly nothing_read: boolean;
        readonly read: {
          readonly vin: string | null;
          readonly offer_cents: number | null;
          readonly insurer: string | null;
          readonly claim_number: string | null;
          readonly date_of_loss: string | null;
        };
        readonly differences: readonly {
          readonly field: string;
          readonly stated: string | number | null;
          readonly read: string | number | null;
        }[];
        readonly can_download: boolean;
      }[];
    };
  };
  readonly 'referrals.portal-cancel': {
    readonly body: {
      readonly reason?: string;
    };
    readonly response: {
      readonly object: 'portal.referral';
      readonly referral: {
        readonly id: string;
        readonly object: 'gap.referral';
        readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
        readonly external_ref: string | null;
        readonly created_at: string;
        readonly invited_at: string;
        readonly invitation_expires_at: string;
        readonly activated_at: string | null;
        readonly settled_at: string | null;
        readonly closed_at: string | null;
        readonly status_label: string;
        readonly status_tone: string;
        readonly status_note: string | null;
        readonly borrower: {
          readonly first_name: string;
          readonly last_name: string;
          readonly email: string | null;
          readonly phone: string | null;
        };
        readonly vehicle: {
          readonly vin: string;
          readonly year: number;
          readonly make: string;
          readonly model: string;
        };
        readonly claim: {
          readonly carrier: string;
          readonly claim_number: string;
          readonly loss_state: string;
          readonly date_of_loss: string;
          readonly initial_offer_cents: number;
        };
        readonly liability: {
          readonly loan_payoff_cents: number;
          readonly deductible_cents: number;
        };
        readonly program: {
          readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
          readonly subsidy_type: 'fixed' | 'percent' | null;
          readonly subsidy_value: number | null;
          readonly price_cents: number;
          readonly locked: boolean;
        };
        readonly consent: {
          readonly mode: string;
          readonly disclosure_confirmed_at: string | null;
          readonly disclosure_channel: string | null;
          readonly disclosure_attestor_name: string | null;
        };
        readonly submitted_via: string;
        readonly livemode: boolean;
        readonly consultation_number: string | null;
      };
      readonly loss_day: string;
      readonly version: string;
      readonly masked: boolean;
      readonly can_edit: readonly ('external_ref' | 'borrower' | 'vehicle' | 'claim' | 'liability')[];
      readonly can_cancel: boolean;
      readonly can_attest: boolean;
      readonly can_add_document: boolean;
      readonly review: {
        readonly object: 'gap.review_record';
        readonly id: string;
        readonly referral_id: string;
        readonly status: 'in_review' | 'completed';
        readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
        readonly summary: string | null;
        readonly opened_at: string;
        readonly completed_at: string | null;
        readonly updated_at: string;
      } | null;
      readonly documents: readonly {
        readonly object: 'portal.referral_document';
        readonly id: string;
        readonly file_name: string;
        readonly size_bytes: number;
        readonly sent_at: string;
        readonly sent_by: {
          readonly id: string;
          readonly name: string;
        };
        readonly pages: number;
        readonly vendor: 'ccc' | 'mitchell' | 'unknown';
        readonly nothing_read: boolean;
        readonly read: {
          readonly vin: string | null;
          readonly offer_cents: number | null;
          readonly insurer: string | null;
          readonly claim_number: string | null;
          readonly date_of_loss: string | null;
        };
        readonly differences: readonly {
          readonly field: string;
          readonly stated: string | number | null;
          readonly read: string | number | null;
        }[];
        readonly can_download: boolean;
      }[];
    };
  };
  readonly 'referrals.portal-check': {
    readonly body: {
      readonly referral: unknown;
    };
    readonly response: {
      readonly object: 'portal.referral_check';
      readonly issues: readonly {
        readonly path: string;
        readonly message: string;
      }[];
      readonly vehicle: {
        readonly vin: string;
        readonly year: number | null;
        readonly make: string | null;
        readonly model: string | null;
        readonly check_digit: 'right' | 'wrong' | 'unknown';
      } | null;
      readonly open_referral: {
        readonly id: string;
        readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      } | null;
      readonly warnings: readonly {
        readonly path: string;
        readonly message: string;
        readonly code: string;
      }[];
    };
  };
  readonly 'referrals.portal-create': {
    readonly body: {
      readonly external_ref?: string;
      readonly borrower: {
        readonly first_name: string;
        readonly last_name: string;
        readonly email?: string;
        readonly phone?: string;
      };
      readonly vehicle: {
        readonly vin: string;
        readonly year: number;
        readonly make: string;
        readonly model: string;
      };
      readonly claim: {
        readonly carrier: string;
        readonly claim_number: string;
        readonly loss_state: string;
        readonly date_of_loss: string;
        readonly initial_offer_cents: number;
      };
      readonly liability: {
        readonly loan_payoff_cents: number;
        readonly deductible_cents: number;
      };
      readonly consent?: {
        readonly mode?: 'invitation';
      };
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.referral';
      readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invited_at: string;
      readonly invitation_expires_at: string;
      readonly activated_at: string | null;
      readonly settled_at: string | null;
      readonly closed_at: string | null;
      readonly status_label: string;
      readonly status_tone: string;
      readonly status_note: string | null;
      readonly borrower: {
        readonly first_name: string;
        readonly last_name: string;
        readonly email: string | null;
        readonly phone: string | null;
      };
      readonly vehicle: {
        readonly vin: string;
        readonly year: number;
        readonly make: string;
        readonly model: string;
      };
      readonly claim: {
        readonly carrier: string;
        readonly claim_number: string;
        readonly loss_state: string;
        readonly date_of_loss: string;
        readonly initial_offer_cents: number;
      };
      readonly liability: {
        readonly loan_payoff_cents: number;
        readonly deductible_cents: number;
      };
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
        readonly price_cents: number;
        readonly locked: boolean;
      };
      readonly consent: {
        readonly mode: string;
        readonly disclosure_confirmed_at: string | null;
        readonly disclosure_channel: string | null;
        readonly disclosure_attestor_name: string | null;
      };
      readonly submitted_via: string;
      readonly livemode: boolean;
      readonly consultation_number: string | null;
    };
  };
  readonly 'referrals.portal-edit': {
    readonly body: {
      readonly version: string;
      readonly changes: {
        readonly external_ref?: string | null;
        readonly borrower?: {
          readonly first_name?: string;
          readonly last_name?: string;
          readonly email?: string | null;
          readonly phone?: string | null;
        };
        readonly vehicle?: {
          readonly vin?: string;
          readonly year?: number;
          readonly make?: string;
          readonly model?: string;
        };
        readonly claim?: {
          readonly carrier?: string;
          readonly claim_number?: string;
          readonly loss_state?: string;
          readonly date_of_loss?: string;
          readonly initial_offer_cents?: number;
        };
        readonly liability?: {
          readonly loan_payoff_cents?: number;
          readonly deductible_cents?: number;
        };
      };
    };
    readonly response: {
      readonly object: 'portal.referral';
      readonly referral: {
        readonly id: string;
        readonly object: 'gap.referral';
        readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
        readonly external_ref: string | null;
        readonly created_at: string;
        readonly invited_at: string;
        readonly invitation_expires_at: string;
        readonly activated_at: string | null;
        readonly settled_at: string | null;
        readonly closed_at: string | null;
        readonly status_label: string;
        readonly status_tone: string;
        readonly status_note: string | null;
        readonly borrower: {
          readonly first_name: string;
          readonly last_name: string;
          readonly email: string | null;
          readonly phone: string | null;
        };
        readonly vehicle: {
          readonly vin: string;
          readonly year: number;
          readonly make: string;
          readonly model: string;
        };
        readonly claim: {
          readonly carrier: string;
          readonly claim_number: string;
          readonly loss_state: string;
          readonly date_of_loss: string;
          readonly initial_offer_cents: number;
        };
        readonly liability: {
          readonly loan_payoff_cents: number;
          readonly deductible_cents: number;
        };
        readonly program: {
          readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
          readonly subsidy_type: 'fixed' | 'percent' | null;
          readonly subsidy_value: number | null;
          readonly price_cents: number;
          readonly locked: boolean;
        };
        readonly consent: {
          readonly mode: string;
          readonly disclosure_confirmed_at: string | null;
          readonly disclosure_channel: string | null;
          readonly disclosure_attestor_name: string | null;
        };
        readonly submitted_via: string;
        readonly livemode: boolean;
        readonly consultation_number: string | null;
      };
      readonly loss_day: string;
      readonly version: string;
      readonly masked: boolean;
      readonly can_edit: readonly ('external_ref' | 'borrower' | 'vehicle' | 'claim' | 'liability')[];
      readonly can_cancel: boolean;
      readonly can_attest: boolean;
      readonly can_add_document: boolean;
      readonly review: {
        readonly object: 'gap.review_record';
        readonly id: string;
        readonly referral_id: string;
        readonly status: 'in_review' | 'completed';
        readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
        readonly summary: string | null;
        readonly opened_at: string;
        readonly completed_at: string | null;
        readonly updated_at: string;
      } | null;
      readonly documents: readonly {
        readonly object: 'portal.referral_document';
        readonly id: string;
        readonly file_name: string;
        readonly size_bytes: number;
        readonly sent_at: string;
        readonly sent_by: {
          readonly id: string;
          readonly name: string;
        };
        readonly pages: number;
        readonly vendor: 'ccc' | 'mitchell' | 'unknown';
        readonly nothing_read: boolean;
        readonly read: {
          readonly vin: string | null;
          readonly offer_cents: number | null;
          readonly insurer: string | null;
          readonly claim_number: string | null;
          readonly date_of_loss: string | null;
        };
        readonly differences: readonly {
          readonly field: string;
          readonly stated: string | number | null;
          readonly read: string | number | null;
        }[];
        readonly can_download: boolean;
      }[];
    };
  };
  readonly 'referrals.portal-get': {
    readonly response: {
      readonly object: 'portal.referral';
      readonly referral: {
        readonly id: string;
        readonly object: 'gap.referral';
        readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
        readonly external_ref: string | null;
        readonly created_at: string;
        readonly invited_at: string;
        readonly invitation_expires_at: string;
        readonly activated_at: string | null;
        readonly settled_at: string | null;
        readonly closed_at: string | null;
        readonly status_label: string;
        readonly status_tone: string;
        readonly status_note: string | null;
        readonly borrower: {
          readonly first_name: string;
          readonly last_name: string;
          readonly email: string | null;
          readonly phone: string | null;
        };
        readonly vehicle: {
          readonly vin: string;
          readonly year: number;
          readonly make: string;
          readonly model: string;
        };
        readonly claim: {
          readonly carrier: string;
          readonly claim_number: string;
          readonly loss_state: string;
          readonly date_of_loss: string;
          readonly initial_offer_cents: number;
        };
        readonly liability: {
          readonly loan_payoff_cents: number;
          readonly deductible_cents: number;
        };
        readonly program: {
          readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
          readonly subsidy_type: 'fixed' | 'percent' | null;
          readonly subsidy_value: number | null;
          readonly price_cents: number;
          readonly locked: boolean;
        };
        readonly consent: {
          readonly mode: string;
          readonly disclosure_confirmed_at: string | null;
          readonly disclosure_channel: string | null;
          readonly disclosure_attestor_name: string | null;
        };
        readonly submitted_via: string;
        readonly livemode: boolean;
        readonly consultation_number: string | null;
      };
      readonly loss_day: string;
      readonly version: string;
      readonly masked: boolean;
      readonly can_edit: readonly ('external_ref' | 'borrower' | 'vehicle' | 'claim' | 'liability')[];
      readonly can_cancel: boolean;
      readonly can_attest: boolean;
      readonly can_add_document: boolean;
      readonly review: {
        readonly object: 'gap.review_record';
        readonly id: string;
        readonly referral_id: string;
        readonly status: 'in_review' | 'completed';
        readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
        readonly summary: string | null;
        readonly opened_at: string;
        readonly completed_at: string | null;
        readonly updated_at: string;
      } | null;
      readonly documents: readonly {
        readonly object: 'portal.referral_document';
        readonly id: string;
        readonly file_name: string;
        readonly size_bytes: number;
        readonly sent_at: string;
        readonly sent_by: {
          readonly id: string;
          readonly name: string;
        };
        readonly pages: number;
        readonly vendor: 'ccc' | 'mitchell' | 'unknown';
        readonly nothing_read: boolean;
        readonly read: {
          readonly vin: string | null;
          readonly offer_cents: number | null;
          readonly insurer: string | null;
          readonly claim_number: string | null;
          readonly date_of_loss: string | null;
        };
        readonly differences: readonly {
          readonly field: string;
          readonly stated: string | number | null;
          readonly read: string | number | null;
        }[];
        readonly can_download: boolean;
      }[];
    };
  };
  readonly 'referrals.portal-get-timeline': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly at: string;
        readonly ahead: boolean;
        readonly kind: string;
        readonly text: string;
        readonly by: 'borrower' | 'team' | 'institution' | null;
        readonly who: string | null;
        readonly note: string | null;
        readonly settlement_cents: number | null;
        readonly improvement_cents: number | null;
      }[];
      readonly api_edits_days: number;
    };
  };
  readonly 'referrals.portal-list': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'portal.referral';
        readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
        readonly status_label: string;
        readonly status_tone: string;
        readonly external_ref: string | null;
        readonly borrower: {
          readonly first_name: string;
          readonly last_name: string;
          readonly email: string | null;
          readonly phone: string | null;
        };
        readonly vehicle: {
          readonly vin: string;
          readonly year: number;
          readonly make: string;
          readonly model: string;
        };
        readonly claim: {
          readonly carrier: string;
          readonly claim_number: string;
          readonly date_of_loss: string;
        };
        readonly created_at: string;
        readonly invitation_expires_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'referrals.portal-search': {
    readonly body: {
      readonly limit?: string;
      readonly cursor?: string;
      readonly created_from?: string;
      readonly created_to?: string;
      readonly status?: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      readonly q: string;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'portal.referral';
        readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
        readonly status_label: string;
        readonly status_tone: string;
        readonly external_ref: string | null;
        readonly borrower: {
          readonly first_name: string;
          readonly last_name: string;
          readonly email: string | null;
          readonly phone: string | null;
        };
        readonly vehicle: {
          readonly vin: string;
          readonly year: number;
          readonly make: string;
          readonly model: string;
        };
        readonly claim: {
          readonly carrier: string;
          readonly claim_number: string;
          readonly date_of_loss: string;
        };
        readonly created_at: string;
        readonly invitation_expires_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
      readonly complete: boolean;
    };
  };
  readonly 'referrals.portal-send-document': {
    readonly response: {
      readonly object: 'portal.referral';
      readonly referral: {
        readonly id: string;
        readonly object: 'gap.referral';
        readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
        readonly external_ref: string | null;
        readonly created_at: string;
        readonly invited_at: string;
        readonly invitation_expires_at: string;
        readonly activated_at: string | null;
        readonly settled_at: string | null;
        readonly closed_at: string | null;
        readonly status_label: string;
        readonly status_tone: string;
        readonly status_note: string | null;
        readonly borrower: {
          readonly first_name: string;
          readonly last_name: string;
          readonly email: string | null;
          readonly phone: string | null;
        };
        readonly vehicle: {
          readonly vin: string;
          readonly year: number;
          readonly make: string;
          readonly model: string;
        };
        readonly claim: {
          readonly carrier: string;
          readonly claim_number: string;
          readonly loss_state: string;
          readonly date_of_loss: string;
          readonly initial_offer_cents: number;
        };
        readonly liability: {
          readonly loan_payoff_cents: number;
          readonly deductible_cents: number;
        };
        readonly program: {
          readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
          readonly subsidy_type: 'fixed' | 'percent' | null;
          readonly subsidy_value: number | null;
          readonly price_cents: number;
          readonly locked: boolean;
        };
        readonly consent: {
          readonly mode: string;
          readonly disclosure_confirmed_at: string | null;
          readonly disclosure_channel: string | null;
          readonly disclosure_attestor_name: string | null;
        };
        readonly submitted_via: string;
        readonly livemode: boolean;
        readonly consultation_number: string | null;
      };
      readonly loss_day: string;
      readonly version: string;
      readonly masked: boolean;
      readonly can_edit: readonly ('external_ref' | 'borrower' | 'vehicle' | 'claim' | 'liability')[];
      readonly can_cancel: boolean;
      readonly can_attest: boolean;
      readonly can_add_document: boolean;
      readonly review: {
        readonly object: 'gap.review_record';
        readonly id: string;
        readonly referral_id: string;
        readonly status: 'in_review' | 'completed';
        readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
        readonly summary: string | null;
        readonly opened_at: string;
        readonly completed_at: string | null;
        readonly updated_at: string;
      } | null;
      readonly documents: readonly {
        readonly object: 'portal.referral_document';
        readonly id: string;
        readonly file_name: string;
        readonly size_bytes: number;
        readonly sent_at: string;
        readonly sent_by: {
          readonly id: string;
          readonly name: string;
        };
        readonly pages: number;
        readonly vendor: 'ccc' | 'mitchell' | 'unknown';
        readonly nothing_read: boolean;
        readonly read: {
          readonly vin: string | null;
          readonly offer_cents: number | null;
          readonly insurer: string | null;
          readonly claim_number: string | null;
          readonly date_of_loss: string | null;
        };
        readonly differences: readonly {
          readonly field: string;
          readonly stated: string | number | null;
          readonly read: string | number | null;
        }[];
        readonly can_download: boolean;
      }[];
    };
  };
  readonly 'request-log.portal-get-request': {
    readonly response: {
      readonly id: string;
      readonly object: 'request';
      readonly at: string;
      readonly method: string;
      readonly route: string;
      readonly path: string;
      readonly query_names: readonly string[];
      readonly status: number;
      readonly code: string | null;
      readonly issue_paths: readonly string[];
      readonly credential_id: string;
      readonly duration_ms: number;
      readonly client_address: string;
      readonly replayed: boolean;
      readonly object_ids: readonly string[];
      readonly has_content: boolean;
      readonly content: {
        readonly target: string;
        readonly headers: readonly {
          readonly name: string;
          readonly value: string;
        }[];
        readonly request_body: {
          readonly text: string | null;
          readonly base64: string;
          readonly bytes: number;
          readonly truncated: boolean;
        } | null;
        readonly response_body: {
          readonly text: string | null;
          readonly base64: string;
          readonly bytes: number;
          readonly truncated: boolean;
        } | null;
      } | null;
    };
  };
  readonly 'request-log.portal-list-requests': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'request';
        readonly at: string;
        readonly method: string;
        readonly route: string;
        readonly path: string;
        readonly query_names: readonly string[];
        readonly status: number;
        readonly code: string | null;
        readonly issue_paths: readonly string[];
        readonly credential_id: string;
        readonly duration_ms: number;
        readonly client_address: string;
        readonly replayed: boolean;
        readonly object_ids: readonly string[];
        readonly has_content: boolean;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
      readonly unrecorded: readonly {
        readonly minute: string;
        readonly reason: 'queue_full' | 'not_written' | 'refused_often';
        readonly calls: number;
      }[];
    };
  };
  readonly 'roster-files.apply': {
    readonly body: {
      readonly confirm_removals?: number;
      readonly leave_out_invalid?: number;
    };
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'reading' | 'planned' | 'void' | 'failed' | 'applying' | 'applied' | 'stopped' | 'undoing' | 'undone';
      readonly kind: 'csv' | 'xlsx' | 'ndjson' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows_read: number;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'vehicle.vin' | 'member.first_name' | 'member.last_name' | 'member.email' | 'member.phone' | 'external_ref' | 'plan' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'effective_on' | null;
      }[];
      readonly is_mapped: boolean;
      readonly counts: {
        readonly add: number;
        readonly change: number;
        readonly remove: number;
        readonly unchanged: number;
        readonly kept: number;
        readonly invalid: number;
        readonly unnamed: number;
        readonly warned: number;
        readonly active: number;
      } | null;
      readonly confirm_removals: boolean;
      readonly threshold_percent: number;
      readonly planned_at: string | null;
      readonly plan_ends_at: string | null;
      readonly applied_at: string | null;
      readonly apply_finished_at: string | null;
      readonly changes_done: number;
      readonly overtaken: number;
      readonly undo_until: string | null;
      readonly can_undo: boolean;
      readonly undo_asked_at: string | null;
      readonly undo_finished_at: string | null;
      readonly undo_done: number;
      readonly undo_overtaken: number;
      readonly file_stored: boolean;
      readonly created_at: string;
    };
  };
  readonly 'roster-files.get': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'reading' | 'planned' | 'void' | 'failed' | 'applying' | 'applied' | 'stopped' | 'undoing' | 'undone';
      readonly kind: 'csv' | 'xlsx' | 'ndjson' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows_read: number;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'vehicle.vin' | 'member.first_name' | 'member.last_name' | 'member.email' | 'member.phone' | 'external_ref' | 'plan' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'effective_on' | null;
      }[];
      readonly is_mapped: boolean;
      readonly counts: {
        readonly add: number;
        readonly change: number;
        readonly remove: number;
        readonly unchanged: number;
        readonly kept: number;
        readonly invalid: number;
        readonly unnamed: number;
        readonly warned: number;
        readonly active: number;
      } | null;
      readonly confirm_removals: boolean;
      readonly threshold_percent: number;
      readonly planned_at: string | null;
      readonly plan_ends_at: string | null;
      readonly applied_at: string | null;
      readonly apply_finished_at: string | null;
      readonly changes_done: number;
      readonly overtaken: number;
      readonly undo_until: string | null;
      readonly can_undo: boolean;
      readonly undo_asked_at: string | null;
      readonly undo_finished_at: string | null;
      readonly undo_done: number;
      readonly undo_overtaken: number;
      readonly file_stored: boolean;
      readonly created_at: string;
    };
  };
  readonly 'roster-files.list': {
    readonly response: {
      readonly data: readonly {
        readonly id: string;
        readonly name: string;
        readonly status: 'uploading' | 'uploaded' | 'reading' | 'planned' | 'void' | 'failed' | 'applying' | 'applied' | 'stopped' | 'undoing' | 'undone';
        readonly kind: 'csv' | 'xlsx' | 'ndjson' | null;
        readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
        readonly delimiter: string | null;
        readonly size_bytes: number;
        readonly problem: string | null;
        readonly rows_read: number;
        readonly columns: readonly {
          readonly name: string;
          readonly samples: readonly string[];
          readonly field: 'vehicle.vin' | 'member.first_name' | 'member.last_name' | 'member.email' | 'member.phone' | 'external_ref' | 'plan' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'effective_on' | null;
        }[];
        readonly is_mapped: boolean;
        readonly counts: {
          readonly add: number;
          readonly change: number;
          readonly remove: number;
          readonly unchanged: number;
          readonly kept: number;
          readonly invalid: number;
          readonly unnamed: number;
          readonly warned: number;
          readonly active: number;
        } | null;
        readonly confirm_removals: boolean;
        readonly threshold_percent: number;
        readonly planned_at: string | null;
        readonly plan_ends_at: string | null;
        readonly applied_at: string | null;
        readonly apply_finished_at: string | null;
        readonly changes_done: number;
        readonly overtaken: number;
        readonly undo_until: string | null;
        readonly can_undo: boolean;
        readonly undo_asked_at: string | null;
        readonly undo_finished_at: string | null;
        readonly undo_done: number;
        readonly undo_overtaken: number;
        readonly file_stored: boolean;
        readonly created_at: string;
      }[];
      readonly next: string | null;
    };
  };
  readonly 'roster-files.list-rows': {
    readonly response: {
      readonly data: readonly {
        readonly seq: number;
        readonly action: 'add' | 'change' | 'remove' | 'unchanged' | 'kept' | 'invalid';
        readonly row: number | null;
        readonly vin: string | null;
        readonly enrollment_id: string | null;
        readonly before: {
          readonly external_ref: string | null;
          readonly plan: string | null;
          readonly first_name: string | null;
          readonly last_name: string | null;
          readonly email: string | null;
          readonly phone: string | null;
        } | null;
        readonly after: {
          readonly external_ref: string | null;
          readonly plan: string | null;
          readonly first_name: string | null;
          readonly last_name: string | null;
          readonly email: string | null;
          readonly phone: string | null;
        } | null;
        readonly effective_on: string | null;
        readonly reasons: readonly {
          readonly path: string;
          readonly message: string;
        }[];
        readonly warnings: readonly string[];
        readonly overtaken: boolean;
        readonly undo_overtaken: boolean;
        readonly erased: boolean;
      }[];
      readonly next: number | null;
    };
  };
  readonly 'roster-files.map-columns': {
    readonly body: {
      readonly mapping: readonly ('vehicle.vin' | 'member.first_name' | 'member.last_name' | 'member.email' | 'member.phone' | 'external_ref' | 'plan' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'effective_on' | null)[];
    };
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'reading' | 'planned' | 'void' | 'failed' | 'applying' | 'applied' | 'stopped' | 'undoing' | 'undone';
      readonly kind: 'csv' | 'xlsx' | 'ndjson' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows_read: number;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'vehicle.vin' | 'member.first_name' | 'member.last_name' | 'member.email' | 'member.phone' | 'external_ref' | 'plan' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'effective_on' | null;
      }[];
      readonly is_mapped: boolean;
      readonly counts: {
        readonly add: number;
        readonly change: number;
        readonly remove: number;
        readonly unchanged: number;
        readonly kept: number;
        readonly invalid: number;
        readonly unnamed: number;
        readonly warned: number;
        readonly active: number;
      } | null;
      readonly confirm_removals: boolean;
      readonly threshold_percent: number;
      readonly planned_at: string | null;
      readonly plan_ends_at: string | null;
      readonly applied_at: string | null;
      readonly apply_finished_at: string | null;
      readonly changes_done: number;
      readonly overtaken: number;
      readonly undo_until: string | null;
      readonly can_undo: boolean;
      readonly undo_asked_at: string | null;
      readonly undo_finished_at: string | null;
      readonly undo_done: number;
      readonly undo_overtaken: number;
      readonly file_stored: boolean;
      readonly created_at: string;
    };
  };
  readonly 'roster-files.undo': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'reading' | 'planned' | 'void' | 'failed' | 'applying' | 'applied' | 'stopped' | 'undoing' | 'undone';
      readonly kind: 'csv' | 'xlsx' | 'ndjson' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows_read: number;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'vehicle.vin' | 'member.first_name' | 'member.last_name' | 'member.email' | 'member.phone' | 'external_ref' | 'plan' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'effective_on' | null;
      }[];
      readonly is_mapped: boolean;
      readonly counts: {
        readonly add: number;
        readonly change: number;
        readonly remove: number;
        readonly unchanged: number;
        readonly kept: number;
        readonly invalid: number;
        readonly unnamed: number;
        readonly warned: number;
        readonly active: number;
      } | null;
      readonly confirm_removals: boolean;
      readonly threshold_percent: number;
      readonly planned_at: string | null;
      readonly plan_ends_at: string | null;
      readonly applied_at: string | null;
      readonly apply_finished_at: string | null;
      readonly changes_done: number;
      readonly overtaken: number;
      readonly undo_until: string | null;
      readonly can_undo: boolean;
      readonly undo_asked_at: string | null;
      readonly undo_finished_at: string | null;
      readonly undo_done: number;
      readonly undo_overtaken: number;
      readonly file_stored: boolean;
      readonly created_at: string;
    };
  };
  readonly 'roster-files.upload': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly status: 'uploading' | 'uploaded' | 'reading' | 'planned' | 'void' | 'failed' | 'applying' | 'applied' | 'stopped' | 'undoing' | 'undone';
      readonly kind: 'csv' | 'xlsx' | 'ndjson' | null;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
      readonly delimiter: string | null;
      readonly size_bytes: number;
      readonly problem: string | null;
      readonly rows_read: number;
      readonly columns: readonly {
        readonly name: string;
        readonly samples: readonly string[];
        readonly field: 'vehicle.vin' | 'member.first_name' | 'member.last_name' | 'member.email' | 'member.phone' | 'external_ref' | 'plan' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'effective_on' | null;
      }[];
      readonly is_mapped: boolean;
      readonly counts: {
        readonly add: number;
        readonly change: number;
        readonly remove: number;
        readonly unchanged: number;
        readonly kept: number;
        readonly invalid: number;
        readonly unnamed: number;
        readonly warned: number;
        readonly active: number;
      } | null;
      readonly confirm_removals: boolean;
      readonly threshold_percent: number;
      readonly planned_at: string | null;
      readonly plan_ends_at: string | null;
      readonly applied_at: string | null;
      readonly apply_finished_at: string | null;
      readonly changes_done: number;
      readonly overtaken: number;
      readonly undo_until: string | null;
      readonly can_undo: boolean;
      readonly undo_asked_at: string | null;
      readonly undo_finished_at: string | null;
      readonly undo_done: number;
      readonly undo_overtaken: number;
      readonly file_stored: boolean;
      readonly created_at: string;
    };
  };
  readonly 'sandbox.create-sample-enrollment': {
    readonly body: {
      readonly outcome: 'active' | 'canceled' | 'loss_reported' | 'redeemed';
    };
    readonly response: {
      readonly id: string;
      readonly object: 'sandbox.enrollment';
      readonly status: string;
      readonly redemption: {
        readonly id: string;
        readonly settled: boolean;
      } | null;
      readonly name: string;
      readonly vehicle: string;
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly steps: readonly {
        readonly step: string;
        readonly label: string;
        readonly kind: 'action' | 'time';
        readonly publishes: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
      }[];
    };
  };
  readonly 'sandbox.create-sample-referral': {
    readonly body: {
      readonly outcome: 'invited' | 'accepted' | 'declined' | 'expired' | 'settled_with_savings' | 'no_market';
    };
    readonly response: {
      readonly id: string;
      readonly object: 'sandbox.referral';
      readonly status: string;
      readonly status_label: string;
      readonly review: 'in_review' | 'completed' | null;
      readonly name: string;
      readonly vehicle: string;
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invitation_expires_at: string;
      readonly steps: readonly {
        readonly step: string;
        readonly label: string;
        readonly kind: 'action' | 'time';
        readonly publishes: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
      }[];
    };
  };
  readonly 'sandbox.get-enrollment': {
    readonly response: {
      readonly id: string;
      readonly object: 'sandbox.enrollment';
      readonly status: string;
      readonly redemption: {
        readonly id: string;
        readonly settled: boolean;
      } | null;
      readonly name: string;
      readonly vehicle: string;
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly steps: readonly {
        readonly step: string;
        readonly label: string;
        readonly kind: 'action' | 'time';
        readonly publishes: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
      }[];
    };
  };
  readonly 'sandbox.get-message': {
    readonly response: {
      readonly id: string;
      readonly object: 'sandbox.message';
      readonly purpose: string;
      readonly channel: 'email' | 'text';
      readonly from: string;
      readonly to: string;
      readonly subject: string | null;
      readonly about: {
        readonly id: string;
        readonly object: 'referral' | 'enrollment' | 'endpoint' | 'removed';
      };
      readonly created_at: string;
      readonly text: string;
      readonly links: readonly string[];
      readonly has_html: boolean;
    };
  };
  readonly 'sandbox.get-referral': {
    readonly response: {
      readonly id: string;
      readonly object: 'sandbox.referral';
      readonly status: string;
      readonly status_label: string;
      readonly review: 'in_review' | 'completed' | null;
      readonly name: string;
      readonly vehicle: string;
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invitation_expires_at: string;
      readonly steps: readonly {
        readonly step: string;
        readonly label: string;
        readonly kind: 'action' | 'time';
        readonly publishes: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
      }[];
    };
  };
  readonly 'sandbox.get-reset': {
    readonly response: {
      readonly object: 'sandbox.latest_reset';
      readonly reset: {
        readonly id: string;
        readonly object: 'sandbox.reset';
        readonly status: 'running' | 'finished';
        readonly asked_at: string;
        readonly finished_at: string | null;
        readonly found: {
          readonly messages: number;
          readonly referrals: number;
          readonly enrollments: number;
          readonly roster_syncs: number;
          readonly idempotency_keys: number;
        };
        readonly removed: {
          readonly messages: number;
          readonly referrals: number;
          readonly enrollments: number;
          readonly roster_syncs: number;
          readonly idempotency_keys: number;
        };
        readonly kept: number | null;
      } | null;
    };
  };
  readonly 'sandbox.list-enrollments': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'sandbox.enrollment';
        readonly status: string;
        readonly redemption: {
          readonly id: string;
          readonly settled: boolean;
        } | null;
        readonly name: string;
        readonly vehicle: string;
        readonly external_ref: string | null;
        readonly created_at: string;
        readonly steps: readonly {
          readonly step: string;
          readonly label: string;
          readonly kind: 'action' | 'time';
          readonly publishes: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
        }[];
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'sandbox.list-messages': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'sandbox.message';
        readonly purpose: string;
        readonly channel: 'email' | 'text';
        readonly from: string;
        readonly to: string;
        readonly subject: string | null;
        readonly about: {
          readonly id: string;
          readonly object: 'referral' | 'enrollment' | 'endpoint' | 'removed';
        };
        readonly created_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'sandbox.list-referrals': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'sandbox.referral';
        readonly status: string;
        readonly status_label: string;
        readonly review: 'in_review' | 'completed' | null;
        readonly name: string;
        readonly vehicle: string;
        readonly external_ref: string | null;
        readonly created_at: string;
        readonly invitation_expires_at: string;
        readonly steps: readonly {
          readonly step: string;
          readonly label: string;
          readonly kind: 'action' | 'time';
          readonly publishes: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
        }[];
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'sandbox.reset': {
    readonly body: {
      readonly confirm: string;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'sandbox.reset';
      readonly status: 'running' | 'finished';
      readonly asked_at: string;
      readonly finished_at: string | null;
      readonly found: {
        readonly messages: number;
        readonly referrals: number;
        readonly enrollments: number;
        readonly roster_syncs: number;
        readonly idempotency_keys: number;
      };
      readonly removed: {
        readonly messages: number;
        readonly referrals: number;
        readonly enrollments: number;
        readonly roster_syncs: number;
        readonly idempotency_keys: number;
      };
      readonly kept: number | null;
    };
  };
  readonly 'sandbox.simulate-enrollment': {
    readonly body: {
      readonly step: 'edit' | 'swap_vehicle' | 'cancel' | 'report_loss' | 'complete_redemption' | 'cancel_redemption' | 'settle' | 'pass_settled_days';
    };
    readonly response: {
      readonly id: string;
      readonly object: 'sandbox.enrollment';
      readonly status: string;
      readonly redemption: {
        readonly id: string;
        readonly settled: boolean;
      } | null;
      readonly name: string;
      readonly vehicle: string;
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly steps: readonly {
        readonly step: string;
        readonly label: string;
        readonly kind: 'action' | 'time';
        readonly publishes: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
      }[];
    };
  };
  readonly 'sandbox.simulate-referral': {
    readonly body: {
      readonly step: 'accept' | 'attest' | 'decline' | 'cancel' | 'expire' | 'deliver' | 'settle' | 'close' | 'pass_settled_days' | 'pass_quiet_days' | 'edit' | 'start_review' | 'complete_review';
    };
    readonly response: {
      readonly id: string;
      readonly object: 'sandbox.referral';
      readonly status: string;
      readonly status_label: string;
      readonly review: 'in_review' | 'completed' | null;
      readonly name: string;
      readonly vehicle: string;
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invitation_expires_at: string;
      readonly steps: readonly {
        readonly step: string;
        readonly label: string;
        readonly kind: 'action' | 'time';
        readonly publishes: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
      }[];
    };
  };
  readonly 'signature-check.portal-check-delivery': {
    readonly body: {
      readonly endpoint_id: string;
      readonly headers: string;
      readonly body?: string;
      readonly body_base64?: string;
      readonly computed?: string;
      readonly received_at?: string;
      readonly language?: 'javascript' | 'python' | 'java' | 'csharp' | 'go' | 'php' | 'ruby';
    };
    readonly response: {
      readonly verdict: 'valid' | 'explained' | 'not_explained';
      readonly summary: string;
      readonly mistakes: readonly {
        readonly code: string;
        readonly what: string;
        readonly fix: string;
        readonly in_language: string | null;
      }[];
      readonly notes: readonly string[];
      readonly tried: readonly string[];
      readonly object: 'delivery_check';
    };
  };
  readonly 'signature-check.portal-check-request': {
    readonly body: {
      readonly request_id?: string;
      readonly raw?: string;
      readonly method?: string;
      readonly url?: string;
      readonly headers?: readonly {
        readonly name: string;
        readonly value: string;
      }[];
      readonly body?: string;
      readonly body_base64?: string;
      readonly sent_at?: string;
      readonly language?: 'javascript' | 'python' | 'java' | 'csharp' | 'go' | 'php' | 'ruby';
    };
    readonly response: {
      readonly verdict: 'valid' | 'explained' | 'not_explained';
      readonly summary: string;
      readonly mistakes: readonly {
        readonly code: string;
        readonly what: string;
        readonly fix: string;
        readonly in_language: string | null;
      }[];
      readonly notes: readonly string[];
      readonly tried: readonly string[];
      readonly object: 'signature_check';
      readonly expected_text: string | null;
      readonly signed_text: string | null;
      readonly credential: {
        readonly id: string;
        readonly status: string;
        readonly livemode: boolean;
      } | null;
      readonly verifications: number;
    };
  };
  readonly 'signature-check.portal-list-endpoints': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly url: string;
      }[];
    };
  };
  readonly 'webhooks.portal-change-endpoint': {
    readonly body: {
      readonly url?: string;
      readonly event_types?: readonly string[];
      readonly status?: 'enabled' | 'disabled';
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.portal-create-endpoint': {
    readonly body: {
      readonly url: string;
      readonly event_types?: readonly string[];
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
      readonly secret: string;
    };
  };
  readonly 'webhooks.portal-delete-endpoint': {
    readonly response: {
      readonly deleted: boolean;
    };
  };
  readonly 'webhooks.portal-get-delivery': {
    readonly response: {
      readonly id: string;
      readonly event_id: string;
      readonly endpoint_id: string;
      readonly endpoint_deleted: boolean;
      readonly url: string | null;
      readonly type: string;
      readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
      readonly body: string;
      readonly masked: boolean;
      readonly attempts: readonly {
        readonly number: number;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly advice: string;
        readonly duration_ms: number;
        readonly timings: Readonly<Record<string, number>>;
        readonly address: string | null;
        readonly answer: string | null;
        readonly request: {
          readonly url: string;
          readonly headers: readonly {
            readonly name: string;
            readonly value: string;
          }[];
          readonly signed_by: string;
          readonly standard_signed_by: readonly string[];
        } | null;
      }[];
      readonly next_attempt_at: string | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.portal-get-endpoint': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.portal-get-endpoint-figures': {
    readonly response: {
      readonly object: 'portal.endpoint_figures';
      readonly endpoint_id: string;
      readonly range: '24h' | '7d';
      readonly step_seconds: number;
      readonly counted_at_most: number | null;
      readonly steps: readonly {
        readonly at: string;
        readonly acknowledged: number;
        readonly failed: number;
        readonly p50_ms: number | null;
        readonly p95_ms: number | null;
      }[];
    };
  };
  readonly 'webhooks.portal-get-endpoint-health': {
    readonly response: {
      readonly object: 'gap.webhook_endpoint_health';
      readonly endpoint_id: string;
      readonly state: 'answering' | 'failing' | 'disabled' | 'untried';
      readonly summary: string;
      readonly slow: boolean;
      readonly failing_since: string | null;
      readonly warned_at: string | null;
      readonly certificate_ends_at: string | null;
      readonly last_success: {
        readonly delivery_id: string;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly duration_ms: number;
      } | null;
      readonly last_failure: {
        readonly delivery_id: string;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly duration_ms: number;
      } | null;
      readonly pending: {
        readonly due: number;
        readonly scheduled: number;
        readonly next_attempt_at: string | null;
      };
      readonly last_24_hours: {
        readonly succeeded: number;
        readonly failed: number;
      };
    };
  };
  readonly 'webhooks.portal-get-event-recovery': {
    readonly response: {
      readonly object: 'portal.event_recovery';
      readonly id: string | null;
      readonly endpoint_id: string;
      readonly status: 'dry_run' | 'running' | 'done';
      readonly total: number;
      readonly recovered: number;
      readonly created_at: string | null;
      readonly finished_at: string | null;
    };
  };
  readonly 'webhooks.portal-get-rotation': {
    readonly response: {
      readonly object: 'portal.rotation';
      readonly endpoint_id: string;
      readonly secret_kind: 'standard' | 'gap';
      readonly secret_id: string;
      readonly running: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
        readonly previous_secret_id: string | null;
        readonly acknowledged: number;
        readonly failed: number;
      } | null;
      readonly last_test: {
        readonly delivery_id: string;
        readonly state: string;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string | null;
      } | null;
    };
  };
  readonly 'webhooks.portal-list-endpoints': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'gap.webhook_endpoint';
        readonly url: string;
        readonly livemode: boolean;
        readonly payload: 'thin' | 'full';
        readonly secret_kind: 'standard' | 'gap';
        readonly event_types: readonly string[];
        readonly status: 'enabled' | 'disabled';
        readonly deprecated: boolean;
        readonly sunset_at: string | null;
        readonly rotation: {
          readonly started_at: string;
          readonly overlap_ends_at: string;
        } | null;
        readonly created_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'webhooks.portal-list-event-types': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly type: string;
        readonly means: string;
        readonly body: string;
      }[];
    };
  };
  readonly 'webhooks.portal-list-receivers': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly url: string;
        readonly payload: 'thin' | 'full';
        readonly event_types: readonly string[];
        readonly status: 'enabled' | 'disabled';
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'webhooks.portal-list-recoveries': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly status: 'running' | 'done' | 'stopped';
        readonly since: string;
        readonly until: string;
        readonly states: readonly string[];
        readonly event_types: readonly string[];
        readonly per_minute: number | null;
        readonly total: number;
        readonly recovered: number;
        readonly recovered_per_minute: number | null;
        readonly created_at: string;
        readonly finished_at: string | null;
      }[];
    };
  };
  readonly 'webhooks.portal-preview-recovery': {
    readonly body: {
      readonly since: string;
      readonly until?: string;
      readonly states?: readonly ('exhausted' | 'skipped' | 'canceled')[];
      readonly event_types?: readonly string[];
    };
    readonly response: {
      readonly object: 'portal.recovery_preview';
      readonly since: string;
      readonly until: string;
      readonly total: number;
      readonly oldest: string | null;
      readonly newest: string | null;
      readonly samples: readonly {
        readonly delivery_id: string;
        readonly event_id: string;
        readonly type: string;
        readonly state: string;
        readonly created_at: string;
      }[];
    };
  };
  readonly 'webhooks.portal-promote-secret': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.portal-recover-deliveries': {
    readonly body: {
      readonly since: string;
      readonly until?: string;
      readonly states?: readonly ('exhausted' | 'skipped' | 'canceled')[];
      readonly event_types?: readonly string[];
      readonly per_minute?: number;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly status: 'running' | 'done' | 'stopped';
        readonly since: string;
        readonly until: string;
        readonly states: readonly string[];
        readonly event_types: readonly string[];
        readonly per_minute: number | null;
        readonly total: number;
        readonly recovered: number;
        readonly recovered_per_minute: number | null;
        readonly created_at: string;
        readonly finished_at: string | null;
      }[];
    };
  };
  readonly 'webhooks.portal-recover-events': {
    readonly body: {
      readonly event_ids: readonly string[];
      readonly dry_run?: boolean;
    };
    readonly response: {
      readonly object: 'portal.event_recovery';
      readonly id: string | null;
      readonly endpoint_id: string;
      readonly status: 'dry_run' | 'running' | 'done';
      readonly total: number;
      readonly recovered: number;
      readonly left_out: {
        readonly unknown: number;
        readonly not_taken: number;
        readonly on_the_way: number;
        readonly without_text: number;
      };
      readonly created_at: string | null;
      readonly finished_at: string | null;
    };
  };
  readonly 'webhooks.portal-rehearse-endpoint': {
    readonly body: {
      readonly event_types?: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
      readonly payload?: 'thin' | 'full';
    };
    readonly response: {
      readonly object: 'portal.endpoint_rehearsal';
      readonly endpoint_id: string;
      readonly since: string;
      readonly until: string;
      readonly difference: string;
      readonly total: {
        readonly before: number;
        readonly after: number;
      };
      readonly masked: boolean;
      readonly types: readonly {
        readonly type: string;
        readonly before: number;
        readonly after: number;
        readonly sample: string | null;
      }[];
    };
  };
  readonly 'webhooks.portal-resend-deliveries': {
    readonly body: {
      readonly delivery_ids: readonly string[];
    };
    readonly response: {
      readonly object: 'portal.resend';
      readonly resent: readonly {
        readonly delivery_id: string;
        readonly new_delivery_id: string;
      }[];
      readonly refused: readonly string[];
    };
  };
  readonly 'webhooks.portal-revert-rotation': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.portal-rotate-secret': {
    readonly body: {
      readonly overlap_hours: 0 | 1 | 24 | 168;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
      readonly secret: string;
    };
  };
  readonly 'webhooks.portal-search-deliveries': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly event_id: string;
        readonly endpoint_id: string;
        readonly type: string;
        readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
        readonly attempts: number;
        readonly last_attempt: {
          readonly at: string;
          readonly status: number | null;
          readonly cause: string;
          readonly duration_ms: number;
        } | null;
        readonly next_attempt_at: string | null;
        readonly created_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
      readonly searched_to: string | null;
    };
  };
  readonly 'webhooks.portal-send-test': {
    readonly response: {
      readonly id: string;
      readonly event_id: string;
      readonly endpoint_id: string;
      readonly type: string;
      readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
      readonly attempts: number;
      readonly last_attempt: {
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly duration_ms: number;
      } | null;
      readonly next_attempt_at: string | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.portal-stop-recovery': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly status: 'running' | 'done' | 'stopped';
        readonly since: string;
        readonly until: string;
        readonly states: readonly string[];
        readonly event_types: readonly string[];
        readonly per_minute: number | null;
        readonly total: number;
        readonly recovered: number;
        readonly recovered_per_minute: number | null;
        readonly created_at: string;
        readonly finished_at: string | null;
      }[];
    };
  };
  readonly 'webhooks.portal-test-secret': {
    readonly response: {
      readonly id: string;
      readonly event_id: string;
      readonly endpoint_id: string;
      readonly type: string;
      readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
      readonly attempts: number;
      readonly last_attempt: {
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly duration_ms: number;
      } | null;
      readonly next_attempt_at: string | null;
      readonly created_at: string;
    };
  };
};
