import GRDB

extension Row {
    /// The value of a column; GRDB's subscript crashes the program if a damaged file has another type.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws(StoreError) -> Value {
        guard let value = Value.fromDatabaseValue(self[column] as DatabaseValue) else {
            throw .unreadable("the column \(column) has a value of the wrong type")
        }
        return value
    }

    /// The value of a column that may be empty.
    func optional<Value: DatabaseValueConvertible>(_ column: String) throws(StoreError) -> Value? {
        (self[column] as DatabaseValue).isNull ? nil : try value(column)
    }

    /// The value of the column at an index, which is faster than by name for many rows.
    func value<Value: DatabaseValueConvertible>(_ index: Int) throws(StoreError) -> Value {
        guard index < count, let value = Value.fromDatabaseValue(self[index] as DatabaseValue) else {
            throw .unreadable("the column \(index) has a value of the wrong type")
        }
        return value
    }

    /// The value of the column at an index, which may be empty.
    func optional<Value: DatabaseValueConvertible>(_ index: Int) throws(StoreError) -> Value? {
        guard index < count, !(self[index] as DatabaseValue).isNull else { return nil }
        return try value(index)
    }
}
